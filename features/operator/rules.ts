/** Filters of the list of people. */
export const userFilters = ['operators', 'moderators', 'broadcasters', 'uploaders', 'suspended', 'removed', 'leaving'] as const
export type UserFilter = (typeof userFilters)[number]

/** Maximum counts, and maximum lengths of texts in characters. */
export const limits = {
  /** Users changed by one call. */
  bulk: 100,
  reason: 1000,
  /** Upload quota of one user, in GB. */
  quotaGb: 10_000,
  /** Text of a warning, or of an answer to an appeal. */
  warning: 1000,
  /** A note or an appeal. */
  note: 2000,
  shownWarnings: 100,
  shownNotes: 200,
  /** Days for which an appeal is possible. */
  appealDays: 30,
  /** Maximum rows of an exported audit log. */
  exported: 100_000,
} as const

/** Things used in example calls. */
export const operatorExamples = { person: 'Pe3Jw8PdY6t', appeal: 'Ap3Jw8PdY6t' } as const
