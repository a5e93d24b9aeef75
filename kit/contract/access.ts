/** The access of calls by operators. The caller acts as a user, not for a team. */
export const byOperator = { access: 'operator', actsFor: 'user' } as const
