/** Things used in example calls, besides those of channels. */
export const watchingExamples = {
  viewAction: 'Hn7Xc3LwQ9s',
  viewProcess: 'Wp4Rk8ZsT2e',
} as const
