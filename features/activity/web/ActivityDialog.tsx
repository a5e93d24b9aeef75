import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import css from './Activity.module.css'
import { ActivityList } from './ActivityList.tsx'
import { t } from './texts.ts'

/** A team's activity, opened from one of its channels. */
export const ActivityDialog = ({ teamId }: CloseProps & { teamId: string }) => (
  <Dialog title={t('title')} text={t('about')} isForReading>
    <div className={css.section}>
      <ActivityList teamId={teamId} />
    </div>
  </Dialog>
)
