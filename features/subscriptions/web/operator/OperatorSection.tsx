import { tag } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection as Section } from '#features/accounts/web/OperatorSection.tsx'
import { t } from '../texts.ts'

export const OperatorSection = () => <Section path={latePaths.operatorCoupons()} group="money" icon={tag} title={t('coupons.title')} />
