/** Filters of the list of people. */
export const userFilters = ['operators', 'moderators', 'broadcasters', 'uploaders', 'suspended', 'removed', 'leaving'] as const
export type UserFilter = (typeof userFilters)[number]

export const limits = {
  /** Users changed by one call. */
  bulk: 100,
  /** Characters of a reason. */
  reason: 1000,
  /** GB of uploads. */
  quotaGb: 10_000,
  /** Years that acts are kept. */
  auditYears: 2,
} as const
