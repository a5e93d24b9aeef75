/** Things used in example calls, besides channels and videos. */
export const dataRightsExamples = { import: 'Im8Kd3VxN6w' } as const
