/** Ids and values for examples of calls. */
export const televisionExamples = {
  tvChannel: 'Tv6Hd3VxN6w',
  tvSource: 'So8Kd3VxN6w',
  promotion: 'Pm4Kd7VxN6w',
  tvImport: 'Ti5Wd3VxN6w',
  programme: 'Pg7Rm2QsB9z',
  title: 'The evening news',
  calendarToken: 'qJ4nY7cVtR2wXk9mZs3bLd',
} as const
