import { useState } from 'react'
import { textIn } from '#kit/web/form.ts'
import { problemOf } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/use.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { televisionSimple } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { curationContract } from '../../contract.ts'
import { type StatusId, statuses } from '../../rules.ts'
import { t } from '../texts.ts'
import { ChannelFields, channelFields, tagsBody } from './ChannelFields.tsx'
import { StatusField } from './StatusField.tsx'

export function CreateChannelDialog({ close }: Closing) {
  const go = useGo()
  const creation = useChange(curationContract.createPlaylist)
  const [statusId, setStatusId] = useState<StatusId>(statuses[0].id)
  const [icon, setIcon] = useState<File | null>(null)
  const [tags, setTags] = useState<string[]>([])
  const { message, fields } = problemOf(creation.error, ['status_id', ...channelFields])

  const create = (form: FormData) =>
    creation.mutate(
      {
        body: {
          name: textIn(form, 'name'),
          description: textIn(form, 'description'),
          status_id: statusId,
          tags: tagsBody(tags),
          ...(icon && { icon }),
        },
      },
      {
        onSuccess: ({ id }) => {
          close()
          go(paths.myPlaylists({ playlist: id }))
        },
      },
    )

  return (
    <FormDialog title={t('create.title')} submit={t('create.action')} onSubmit={create} busy={creation.isPending} error={message}>
      <ChannelFields tags={tags} onTags={setTags} icon={<IconDisc icon={televisionSimple} size={72} />} onIcon={setIcon} errors={fields}>
        <StatusField value={statusId} onChange={setStatusId} error={fields['status_id']} />
      </ChannelFields>
    </FormDialog>
  )
}
