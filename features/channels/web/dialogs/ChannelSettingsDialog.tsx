import { useState } from 'react'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/toggles.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { confirm } from '#ui/confirm.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { arrowClockwise } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { recordStep } from '#shell/undo-history.ts'
import { channelsContract, type PlaylistTile } from '../../contract.ts'
import { status, type StatusId } from '../../rules.ts'
import { t } from '../texts.ts'
import { useChangedFields } from './changed-fields.ts'
import { StatusField } from './StatusField.tsx'

type Settings = NonNullable<InputOf<typeof channelsContract.updatePlaylist>['body']>

/**
 * Returns the settings that undo a change. Undefined if there is no undo: a channel that was public has a new id for its private link, so
 * its old link can't be restored.
 */
function settingsToRestore({ status_id, adult, slug }: PlaylistTile, changed: Settings): Settings | undefined {
  const now = changed.status_id ?? status_id
  const changesLink = (status_id === status.privateLink) !== (now === status.privateLink)
  if (changesLink && (status_id === status.public || now === status.public)) return undefined
  return {
    ...(changed.status_id !== undefined && { status_id: status_id as StatusId }),
    ...(changed.adult !== undefined && { adult }),
    ...(changed.slug !== undefined && status_id === status.public && { slug: slug ?? '' }),
  }
}

/** Settings of visibility and address of a channel. */
export function ChannelSettingsDialog({ channel, close }: CloseProps & { channel: PlaylistTile }) {
  const go = useGo()
  const change = useChange(channelsContract.updatePlaylist)
  const changedFields = useChangedFields(change)
  const [statusId, setStatusId] = useState(channel.status_id as StatusId)
  const { message, fields } = formErrors(change.error, ['status_id', 'slug'])

  const send = (body: Settings, doneText: string, before?: Settings) =>
    change.mutate(
      { params: { id: channel.id }, body },
      {
        onSuccess: (response) => {
          close()
          let { id } = channel
          /** Replaces the address if the channel has a new id. */
          const follow = (next: string) => {
            const isOpen = new URLSearchParams(location.search).get('playlist') === id
            if (next !== id && isOpen) go(paths.myPlaylists({ playlist: next }), { replace: true })
            id = next
          }
          follow(response.id)
          const set = async (settings: Settings) => follow((await change.mutateAsync({ params: { id }, body: settings })).id)
          if (before) recordStep({ label: doneText, undo: () => set(before), redo: () => set(body) })
          else toast(doneText)
        },
      },
    )

  const save = async (form: FormData) => {
    const leavesPublic = channel.status_id === status.public && statusId === status.privateLink
    const question = {
      title: t('settings.leave_public.title'),
      text: t('settings.leave_public.text'),
      action: t('settings.leave_public.action'),
    }
    if (leavesPublic && !(await confirm(question))) return
    const slug = form.get('slug')
    const changed = changedFields(
      { status_id: statusId, adult: form.get('adult') === 'on', ...(typeof slug === 'string' && { slug: slug.toLowerCase() }) },
      channel,
    )
    send(changed, t('saved'), settingsToRestore(channel, changed))
  }
  const renew = async () => {
    const question = { title: t('settings.new_link.title'), text: t('settings.new_link.text'), action: t('settings.new_link.action') }
    if (await confirm(question)) send({ new_link: true }, t('settings.new_link.done'))
  }

  return (
    <FormDialog title={t('settings.title')} submit={t('save')} onSubmit={(form) => void save(form)} busy={change.isPending} error={message}>
      {!channel.direct_publish && (
        <StatusField isTeam={channel.team_id !== null} value={statusId} onChange={setStatusId} error={fields['status_id']} />
      )}
      {statusId === status.public && (
        <Field label={t('settings.slug')} help={t('settings.slug_help', { address: location.host })} error={fields['slug']}>
          <TextInput
            name="slug"
            defaultValue={channel.slug ?? ''}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={50}
          />
        </Field>
      )}
      {channel.status_id === status.privateLink && statusId === status.privateLink && (
        <Button kind="line" size="s" icon={arrowClockwise} onClick={() => void renew()}>
          {t('settings.new_link.action')}
        </Button>
      )}
      <Switch name="adult" label={t('settings.adult')} detail={t('settings.adult_help')} defaultChecked={channel.adult} />
    </FormDialog>
  )
}
