import { useRead } from '#kit/web/read.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { tvSourcesContract } from '../../contract.ts'
import type { OperatorChannel } from '../../operator-channels.ts'
import { t } from '../texts.ts'
import { ChannelForm } from './ChannelForm.tsx'

/** Edits a TV channel, in its current state. Null: a new channel. */
export function ChannelDialog({ channel, close }: CloseProps & { channel: OperatorChannel | null }) {
  const read = useRead(tvSourcesContract.getOperatorChannel, { params: { id: channel?.id ?? '' } }, { enabled: channel !== null })
  if (channel === null) return <ChannelForm channel={null} close={close} />
  if (read.data) return <ChannelForm channel={read.data} close={close} />
  return (
    <Dialog title={t('operator.channels.edit_title', { name: channel.name })}>
      <LoadedContent read={read} failed={t('operator.failed')} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}>
        {() => null}
      </LoadedContent>
    </Dialog>
  )
}
