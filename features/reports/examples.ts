/** Things used in example calls, besides channels and videos. */
export const reportsExamples = { report: 'Rp8Kd3VxN6w', removed: 'Vq2Mz7HtB9s' } as const
