import type { ReadFunction } from '#kit/web/read.ts'
import {
  clockCounterClockwise,
  eye,
  flagBanner,
  gauge,
  hardDrives,
  notebook,
  squaresFour,
  stack,
  tag,
  televisionSimple,
  usersThree,
} from '#ui/icons.ts'
import type { Destination } from '#shell/feature.ts'
import { latePaths } from '#shell/late-paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { t as tOperator } from '#features/operator/web/texts.ts'
import { t as tPackages } from '#features/packages/web/texts.ts'
import { t as tReports } from '#features/reports/web/texts.ts'
import { t as tSubscriptions } from '#features/subscriptions/web/texts.ts'
import { t as tTelevision } from '#features/tv-sources/web/texts.ts'
import { t as tWallet } from '#features/wallet/web/texts.ts'
import { t } from './texts.ts'

const toDestination = (href: string, icon: string, name: string): Destination => ({ id: href, href, icon, name })

/** Returns the sections of the console for the palette; none for users without a role. @throws ApiError */
export async function listConsolePages(read: ReadFunction): Promise<readonly Destination[]> {
  const { is_operator: isOperator, is_moderator: isModerator } = await read(accountsContract.getProfile, {})
  if (!isOperator && !isModerator) return []
  const reports = toDestination(latePaths.operatorReports(), flagBanner, tReports('operator.title'))
  if (!isOperator) return [reports]
  return [
    toDestination(latePaths.operatorOverview(), gauge, t('overview.title')),
    toDestination(latePaths.operatorJobs(), stack, t('jobs.title')),
    toDestination(latePaths.operatorStorage(), hardDrives, t('storage.title')),
    toDestination(latePaths.operatorUsers(), usersThree, tOperator('users.title')),
    toDestination(latePaths.operatorAudit(), clockCounterClockwise, tOperator('audit.title')),
    toDestination(latePaths.operatorSeeAs(), eye, tOperator('see_as.title')),
    reports,
    toDestination(latePaths.operatorTv(), televisionSimple, tTelevision('operator.title')),
    toDestination(latePaths.operatorLedger(), notebook, tWallet('ledger.title')),
    toDestination(latePaths.operatorPackages(), squaresFour, tPackages('operator.title')),
    toDestination(latePaths.operatorCoupons(), tag, tSubscriptions('coupons.title')),
  ]
}
