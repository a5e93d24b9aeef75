/** Ids for the examples in the API documentation. */
export const tvSourcesExamples = {
  tvChannel: 'Tv6Hd3VxN6w',
  tvSource: 'So8Kd3VxN6w',
  promotion: 'Pm4Kd7VxN6w',
  tvImport: 'Ti5Wd3VxN6w',
} as const
