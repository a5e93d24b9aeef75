import { useState } from 'react'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Disc, GroupDisc, IconDisc } from '#ui/Disc.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { focusOn } from '#ui/focus.ts'
import { FormDialog, useIsStillOpen } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { toast } from '#ui/toasts.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { endSelectionOf } from '#shell/selection.ts'
import { shownOfType } from '#shell/subjects.ts'
import { recordStep } from '#shell/undo-history.ts'
import { actionsRef, Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { caretRight, plusBold } from '#ui/icons.ts'
import { channelsContract, type Group, type PlaylistTile } from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { statuses, type StatusId } from '#features/channels/rules.ts'
import { findBarPlaces } from '#features/channels/web/bar-edits.ts'
import { channelsOfBar, groupMembers, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { t as channelTexts } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import css from './GroupDialogs.module.css'
import { createGroupStep } from './create-group-step.ts'
import { useChangedFields } from '#features/channels/web/dialogs/changed-fields.ts'
import { StatusField } from '#features/channels/web/dialogs/StatusField.tsx'

/** Returns the disc of a group in the bar. */
const discOfGroup = (groupId: string): HTMLElement | undefined => shownOfType('group').find(({ value }) => value.id === groupId)?.element

/** Creates a group of channels that the user chooses. The given channels are selected at first. */
export function CreateGroupDialog({ channels: initialChannels, close }: CloseProps & { channels: readonly PlaylistTile[] }) {
  const { data: myPlaylists } = useOwnChannels()
  const isStillOpen = useIsStillOpen()
  const creation = useChange(channelsContract.createGroup)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(initialChannels.map(({ id }) => id)))
  const [statusId, setStatusId] = useState((initialChannels[0]?.status_id ?? statuses[0].id) as StatusId)
  const { message, fields } = formErrors(creation.error, ['name', 'playlists', 'status_id'])
  const isGiven = new Set(initialChannels.map(({ id }) => id))
  const others = myPlaylists
    ? channelsOfBar(myPlaylists).filter((item) => !item.direct_publish && !item.watch_later && !isGiven.has(item.id))
    : []
  const toggle = (id: string) => setChosen((now) => (now.has(id) ? new Set([...now].filter((item) => item !== id)) : new Set([...now, id])))

  const create = (form: FormData) => {
    // Former places, for undo.
    const places = myPlaylists && findBarPlaces(myPlaylists)
    const channels = [...initialChannels, ...others].filter(({ id }) => chosen.has(id))
    creation.mutate(
      { body: { name: formText(form, 'name'), status_id: statusId, playlists: channels.map(({ id }) => id) } },
      {
        onSuccess: (group) => {
          const wasOpen = isStillOpen()
          close()
          endSelectionOf(channels.map(({ id }) => ({ type: 'playlist', id })))
          recordStep(createGroupStep(group, channels, places, getActionTools()))
          if (wasOpen) focusOn(() => discOfGroup(group.id))
        },
      },
    )
  }
  return (
    <FormDialog title={t('group.create')} submit={t('group.create_action')} onSubmit={create} busy={creation.isPending} error={message}>
      <Field label={channelTexts('fields.name')} limit={limits.name} error={fields['name']}>
        <TextInput name="name" autoComplete="off" required />
      </Field>
      {initialChannels.length + others.length > 0 && (
        <FieldSet legend={t('group.channels')} error={fields['playlists']}>
          <div className={css.channels} tabIndex={-1}>
            {[...initialChannels, ...others].map((channel) => (
              <Checkbox key={channel.id} className={css.channel} checked={chosen.has(channel.id)} onChange={() => toggle(channel.id)}>
                <Disc id={channel.id} name={channel.name} picture={channel.icon} size={36} />
                <span className={css.name}>{channel.name}</span>
              </Checkbox>
            ))}
          </div>
        </FieldSet>
      )}
      <StatusField
        legend={t('group.status')}
        help={t('group.status_help')}
        value={statusId}
        onChange={setStatusId}
        error={fields['status_id']}
      />
    </FormDialog>
  )
}

/** Edits a group: name, icon, and the status of channels in it. */
export function EditGroupDialog({ group, close }: CloseProps & { group: Group }) {
  const change = useChange(channelsContract.updateGroup)
  const changedFields = useChangedFields(change)
  const [icon, setIcon] = useState<ChangedPicture>(null)
  const [statusId, setStatusId] = useState(group.status_id as StatusId)
  const { message, fields } = formErrors(change.error, ['name', 'icon', 'status_id'])

  const save = (form: FormData) =>
    change.mutate(
      {
        params: { id: group.id },
        body: { ...changedFields({ name: formText(form, 'name'), status_id: statusId }, group), ...(icon !== null && { icon }) },
      },
      {
        onSuccess: () => {
          close()
          toast(channelTexts('saved'))
        },
      },
    )
  return (
    <FormDialog title={t('group.edit')} submit={channelTexts('save')} onSubmit={save} busy={change.isPending} error={message}>
      <Field label={channelTexts('fields.name')} limit={limits.name} error={fields['name']}>
        <TextInput name="name" defaultValue={group.name} autoComplete="off" required />
      </Field>
      <PictureField
        id={group.id}
        name={group.name}
        label={channelTexts('fields.icon')}
        stored={group.icon}
        changed={icon}
        onChange={setIcon}
        remove={channelTexts('fields.icon_remove')}
        tooBig={channelTexts('fields.icon_too_big')}
        error={fields['icon']}
      >
        {(picture) => <GroupDisc members={groupMembers(group)} picture={picture} size={72} />}
      </PictureField>
      <StatusField
        legend={t('group.status')}
        help={t('group.status_help')}
        value={statusId}
        onChange={setStatusId}
        error={fields['status_id']}
      />
    </FormDialog>
  )
}

/** Chooses a group for a channel: resolves with the group, or `new`. */
export function ChooseGroupDialog({ name, close }: CloseProps<Group | 'new'> & { name: string }) {
  const { data: myPlaylists } = useOwnChannels()
  return (
    <Dialog title={t('group.put')} text={name} width="s">
      <ul ref={actionsRef} className={css.groups}>
        {myPlaylists?.groups.map((group) => (
          <li key={group.id}>
            <button type="button" className={css.group} onClick={() => close(group)}>
              <GroupDisc members={groupMembers(group)} picture={group.icon} size={36} />
              <span className={css.groupName}>{group.name}</span>
              <span className={css.count}>{group.playlists.length}</span>
              <Icon icon={caretRight} size={20} />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={css.group} onClick={() => close('new')}>
            <IconDisc icon={plusBold} size={36} />
            <span className={css.groupName}>{t('group.create')}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
