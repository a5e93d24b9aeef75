import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { ActivityList } from './ActivityList.tsx'
import { t } from './texts.ts'

/** A team's activity, opened from one of its channels. */
export const ActivityDialog = ({ channel }: CloseProps & { channel: Pick<PlaylistTile, 'team_id'> }) => (
  <Dialog title={t('title')} text={t('about')} isForReading>
    <ActivityList teamId={channel.team_id!} />
  </Dialog>
)
