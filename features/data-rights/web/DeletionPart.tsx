import { formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { accountsContract } from '#features/accounts/contract.ts'
import { deletionDelayDays } from '../rules.ts'
import css from './DataRightsScreen.module.css'
import { t } from './texts.ts'
import { useKeepAccount } from './useKeepAccount.ts'

const openDeletion = () => void openDialog(() => import('./DeletionDialog.tsx').then((module) => module.DeletionDialog), {})

/** Requests or cancels account deletion. */
export function DeletionPart() {
  const profile = useRead(accountsContract.getProfile, {})
  return (
    <section className={css.part} aria-labelledby="data-deletion">
      <h2 id="data-deletion" className={css.title}>
        {t('deletion.title')}
      </h2>
      <LoadedContent
        read={profile}
        failed={t('deletion.not_loaded')}
        skeleton={
          <Skeleton label={t('deletion.title')}>
            <SkeletonBlock height={44} shape="card" />
          </Skeleton>
        }
      >
        {({ deletion_at: at }) =>
          at === null ? (
            <>
              <p className={css.text}>{t('deletion.text', { days: deletionDelayDays })}</p>
              <Button kind="danger" onClick={openDeletion}>
                {t('deletion.open')}
              </Button>
            </>
          ) : (
            <ScheduledDeletion at={at} />
          )
        }
      </LoadedContent>
    </section>
  )
}

function ScheduledDeletion({ at }: { at: string }) {
  const { keep, isBusy } = useKeepAccount()
  return (
    <>
      <Alert kind="note">{t('deletion.coming', { day: formatDay(at) })}</Alert>
      <Button kind="accent" busy={isBusy} onClick={keep}>
        {t('deletion.keep')}
      </Button>
    </>
  )
}
