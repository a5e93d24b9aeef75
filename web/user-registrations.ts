import { curationUserRegistration } from '#features/curation/web/user-registration.ts'
import { dataRightsUserRegistration } from '#features/data-rights/web/user-registration.ts'
import { linkChecksUserRegistration } from '#features/link-checks/web/user-registration.ts'
import { publishingUserRegistration } from '#features/publishing/web/user-registration.ts'
import { reportsUserRegistration } from '#features/reports/web/user-registration.ts'
import { registerSharing } from '#features/sharing/web/user-registration.ts'
import { notificationsUserRegistration } from '#features/notifications/web/user-registration.ts'
import { socialUserRegistration } from '#features/social/web/user-registration.ts'
import { televisionUserRegistration } from '#features/television/web/user-registration.ts'
import { uploadsUserRegistration } from '#features/uploads/web/user-registration.ts'
import { watchingUserRegistration } from '#features/watching/web/user-registration.ts'
import type { Registration } from '#shell/registry.ts'

export { checkTeamMode } from './team-mode.ts'

/** What features add to each other's screens for users, in the order of the features. */
export const userRegistrations: readonly Registration[] = [
  curationUserRegistration,
  uploadsUserRegistration,
  notificationsUserRegistration,
  socialUserRegistration,
  watchingUserRegistration,
  publishingUserRegistration,
  reportsUserRegistration,
  televisionUserRegistration,
  dataRightsUserRegistration,
  linkChecksUserRegistration,
]

registerSharing()
