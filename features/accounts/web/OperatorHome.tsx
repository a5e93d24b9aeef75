import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { latePaths } from '#shell/late-paths.ts'
import { useGo } from '#shell/navigation.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { accountsContract } from '../contract.ts'
import { OperatorPage } from './OperatorPage.tsx'
import { t } from './texts.ts'

/** The entry of the console: the list of sections on phones; on desktop the first section. */
export function OperatorHome() {
  const go = useGo()
  const isDesktop = useDesktop()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: useSignedIn() })
  const { is_operator: isOperator, is_moderator: isModerator } = profile.data ?? {}
  const first = isOperator ? latePaths.operatorOverview() : isModerator ? latePaths.operatorReports() : undefined
  useEffect(() => {
    if (isDesktop && first) go(first, { replace: true })
  }, [isDesktop, first, go])
  return <OperatorPage section={null} title={t('console.title')} audience="moderator" />
}
