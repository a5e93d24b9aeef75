/** Checks of the overview, in the order in which they are shown. */
export const overviewCheckNames = [
  'mail',
  'backup',
  'disk',
  'storage',
  'database',
  'jobs',
  'imports',
  'payments',
  'certificates',
  'reports',
  'clock',
  'version',
  'settings',
] as const
export type OverviewCheckName = (typeof overviewCheckNames)[number]

export const checkStates = ['ok', 'warning', 'problem'] as const
export type CheckState = (typeof checkStates)[number]

/** Figures of the whole site by day. */
export const figures = ['new_users', 'active_users', 'views', 'uploads', 'payments', 'reports'] as const
export type Figure = (typeof figures)[number]

/** Days in the chart of a figure, including today. */
export const figureDays = 31

export const jobStates = ['waiting', 'active', 'dead', 'done', 'cancelled'] as const
export type OperatorJobState = (typeof jobStates)[number]

/** Kinds of stored bytes. `incoming`: uploads in progress. */
export const storageKinds = ['originals', 'renditions', 'incoming', 'pictures', 'captions', 'exports', 'database'] as const
export type StorageKind = (typeof storageKinds)[number]

/** Kinds of files that an operator can delete. Each belongs to a storage kind. */
export const cleanableKinds = ['failed_uploads', 'unused_uploads', 'kept_uploads', 'expired_exports', 'unused_pictures'] as const
export type CleanableKind = (typeof cleanableKinds)[number]

export const limits = {
  /** Counts of jobs stop at this number. Larger counts are shown as "at least" this number. */
  count: 1000,
  /** Maximum jobs that one call retries. */
  retry: 1000,
  /** Days of the growth chart. */
  growthDays: 90,
  /** Years for which daily counts are kept. */
  years: 2,
} as const

/** Limits from which the overview warns. */
export const thresholds = {
  /** Milliseconds after which a check that hasn't ended becomes a warning. */
  checkMs: 900,
  backupDays: 2,
  /** Minimum free fraction of a disk. */
  diskWarning: 0.1,
  diskProblem: 0.03,
  certificateDays: 14,
  reportDays: 1,
  clockWarningSeconds: 5,
  clockProblemSeconds: 60,
  /** Minutes that a due job may wait. */
  waitMinutes: 10,
  slowSeconds: 30,
  paymentMinutes: 10,
  /** Minutes that a due purge of the CDN may wait. */
  purgeMinutes: 10,
  /** Maximum used fraction of the connections that the database allows. */
  connections: 0.9,
} as const
