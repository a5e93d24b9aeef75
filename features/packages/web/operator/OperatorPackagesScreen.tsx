import { useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { plus, squaresFour } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { packagesContract } from '../../contract.ts'
import { PackagesSkeleton } from '../PackagesScreen.tsx'
import { t } from '../texts.ts'
import css from './operator.module.css'
import { TierRow } from './TierRow.tsx'

/** Lists all packages for operators, who create, order, edit, archive and delete packages. */
export const OperatorPackagesScreen = () => (
  <OperatorPage section={latePaths.operatorPackages()} title={t('operator.title')}>
    <TierList />
  </OperatorPage>
)

const openCreateDialog = () => void openDialog(() => import('./TierDialog.tsx').then((module) => module.TierDialog), { tier: null })

export function TierList() {
  const read = useRead(packagesContract.listOperatorTiers, {})
  const buttons = (
    <div className={css.head}>
      <Button size="s" icon={plus} onClick={openCreateDialog}>
        {t('operator.create')}
      </Button>
      <ButtonLink size="s" kind="line" href={latePaths.operatorCoupons()}>
        {t('operator.coupons')}
      </ButtonLink>
    </div>
  )
  return (
    <LoadedContent read={read} failed={t('failed')} skeleton={<PackagesSkeleton />}>
      {(tiers) =>
        tiers.length === 0 ? (
          <StateMessage title={t('operator.none')} text={t('operator.none_text')} picture={<IconDisc icon={squaresFour} size={88} />}>
            {buttons}
          </StateMessage>
        ) : (
          <>
            {buttons}
            <ol className={css.rows} aria-label={t('operator.list')}>
              {tiers.map((tier, index) => (
                <TierRow key={tier.id} tier={tier} index={index} last={tiers.length - 1} />
              ))}
            </ol>
            {tiers.some(({ subscribers }) => subscribers > 0) && <p className={css.quiet}>{t('operator.only_archive')}</p>}
          </>
        )
      }
    </LoadedContent>
  )
}
