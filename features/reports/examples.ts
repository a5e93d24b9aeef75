/** What examples of calls name besides channels and videos. */
export const reportsExamples = { report: 'Rp8Kd3VxN6w' } as const
