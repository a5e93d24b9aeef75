import type { PersonalData } from '#kit/server/personal-data.ts'
import { accountsPersonalData } from '#features/accounts/server/queries/personal-data.ts'
import { curationPersonalData } from '#features/curation/server/queries/personal-data.ts'
import { linkChecksPersonalData } from '#features/link-checks/server/queries/personal-data.ts'
import { notificationsPersonalData } from '#features/notifications/server/queries/personal-data.ts'
import { reportsPersonalData } from '#features/reports/server/queries/personal-data.ts'
import { socialPersonalData } from '#features/social/server/queries/personal-data.ts'
import { televisionPersonalData } from '#features/television/server/queries/personal-data.ts'
import { uploadsPersonalData } from '#features/uploads/server/queries/personal-data.ts'
import { watchingPersonalData } from '#features/watching/server/queries/personal-data.ts'

/** What each feature keeps of people, in the order of the features. What is made last goes first. */
export const personalData: readonly PersonalData[] = [
  accountsPersonalData,
  curationPersonalData,
  uploadsPersonalData,
  notificationsPersonalData,
  socialPersonalData,
  watchingPersonalData,
  reportsPersonalData,
  televisionPersonalData,
  linkChecksPersonalData,
]
