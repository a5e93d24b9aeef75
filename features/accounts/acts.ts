/** Acts of operators and moderators in the audit log. Their texts are in `features/operator/locales`, under `act`. */
export const acts = [
  'user.role',
  'user.rights',
  'user.quota',
  'user.suspended',
  'user.suspension_lifted',
  'user.logged_out',
  'report.decided',
  'balance.adjusted',
  'payment.refunded',
  'job.retried',
  'job.cancelled',
  'job.paused',
  'job.resumed',
  'storage.cleaned',
] as const
export type Act = (typeof acts)[number]
