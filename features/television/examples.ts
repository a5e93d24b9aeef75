/** What examples of operators' calls name. */
export const televisionExamples = { tvChannel: 'Tv6Hd3VxN6w', tvSource: 'So8Kd3VxN6w', tvImport: 'Ti5Wd3VxN6w' } as const
