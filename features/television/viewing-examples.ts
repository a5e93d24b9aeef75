/** What examples of calls name. */
export const viewingExamples = {
  channel: 'Tv4Kd3VxN6w',
  programme: 'Pg7Rm2QsB9z',
} as const
