import type { Contract } from '#kit/contract/endpoint.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { curationContract } from '#features/curation/contract.ts'
import { dataRightsContract } from '#features/data-rights/contract.ts'
import { linkChecksContract } from '#features/link-checks/contract.ts'
import { mediaContract } from '#features/media/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { pagesContract } from '#features/pages/contract.ts'
import { sharingContract } from '#features/sharing/contract.ts'
import { publishingContract } from '#features/publishing/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { televisionContract } from '#features/television/contract.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { watchingContract } from '#features/watching/contract.ts'

/** Every endpoint of the product. */
export const contracts: readonly Contract[] = [
  mediaContract,
  accountsContract,
  curationContract,
  uploadsContract,
  notificationsContract,
  socialContract,
  watchingContract,
  sharingContract,
  publishingContract,
  reportsContract,
  dataRightsContract,
  televisionContract,
  linkChecksContract,
  pagesContract,
]
