/** Ids and values for examples of calls. */
export const guideExamples = {
  programme: 'Pg7Rm2QsB9z',
  title: 'The evening news',
  calendarToken: 'qJ4nY7cVtR2wXk9mZs3bLd',
} as const
