/** Checks of the overview, in its order. */
export const checkKeys = [
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
export type CheckKey = (typeof checkKeys)[number]

export const checkStates = ['ok', 'warning', 'problem'] as const
export type CheckState = (typeof checkStates)[number]

/** Figures of the whole site by day. */
export const figures = ['new_users', 'active_users', 'views', 'uploads', 'payments', 'reports'] as const
export type Figure = (typeof figures)[number]

/** Days of a figure's chart, with today. */
export const figureDays = 31

export const jobStates = ['waiting', 'active', 'dead', 'done', 'cancelled'] as const
export type OperatedJobState = (typeof jobStates)[number]

/** Kinds of stored bytes. `incoming`: uploads in progress. */
export const storageKinds = ['originals', 'renditions', 'incoming', 'pictures', 'captions', 'exports', 'database'] as const
export type StorageKind = (typeof storageKinds)[number]

/** Kinds of files that an operator can delete; parts of the kinds above. */
export const cleanables = ['failed_uploads', 'unused_uploads', 'kept_uploads', 'expired_exports', 'unused_pictures'] as const
export type Cleanable = (typeof cleanables)[number]

export const limits = {
  /** Higher counts are shown as "at least" this number. */
  count: 1000,
  /** Jobs retried by one call. */
  retry: 1000,
  /** Days of the growth chart. */
  growthDays: 90,
  /** Years that daily counts are kept. */
  years: 2,
} as const

/** Limits from which the overview warns. */
export const thresholds = {
  /** A check that takes longer is a warning. */
  checkMs: 900,
  backupDays: 2,
  /** Free share of a disk. */
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
  /** Minutes that a purge of the CDN may be due. */
  purgeMinutes: 10,
  /** Share of the connections that the database allows. */
  connections: 0.9,
} as const
