/** Calls of operators, who act as users. */
export const byOperator = { access: 'operator', actsFor: 'user' } as const
