import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import type { ChangedPicture } from '#features/media/web/PictureField.tsx'
import { channelsContract, type PlaylistTile } from '../../contract.ts'
import { t } from '../texts.ts'
import { ChannelFields, channelFields, tagsBody } from './ChannelFields.tsx'
import { useChangedFields } from './changed-fields.ts'
import { LoadingDialog } from './LoadingDialog.tsx'

export function EditChannelDialog({ channel, close }: CloseProps & { channel: PlaylistTile }) {
  const input = { params: { id: channel.id } }
  const { data, error, refetch } = useRead(channelsContract.getPlaylistDescription, input, { enabled: channel.is_cut })
  const fullChannel = channel.is_cut ? data && { ...channel, ...data } : channel
  if (fullChannel) return <ChannelForm channel={fullChannel} close={close} />
  return <LoadingDialog title={t('edit.title')} failed={t('channel.failed')} error={error} refetch={refetch} />
}

function ChannelForm({ channel: current, close }: CloseProps & { channel: PlaylistTile }) {
  /** The channel when the form was opened. */
  const [channel] = useState(current)
  const change = useChange(channelsContract.updatePlaylist)
  const changedFields = useChangedFields(change)
  const [icon, setIcon] = useState<ChangedPicture>(null)
  const [tags, setTags] = useState(channel.tags)
  const { message, fields } = formErrors(change.error, channelFields)

  const save = (form: FormData) =>
    change.mutate(
      {
        params: { id: channel.id },
        body: {
          ...changedFields(
            { name: formText(form, 'name'), description: formText(form, 'description'), tags: tagsBody(tags) },
            { ...channel, tags: tagsBody(channel.tags) },
          ),
          ...(icon !== null && { icon }),
        },
      },
      {
        onSuccess: () => {
          close()
          toast(t('saved'))
        },
      },
    )

  return (
    <FormDialog title={t('edit.title')} submit={t('save')} onSubmit={save} busy={change.isPending} error={message}>
      <ChannelFields channel={channel} tags={tags} onTags={setTags} icon={icon} onIcon={setIcon} errors={fields} />
    </FormDialog>
  )
}
