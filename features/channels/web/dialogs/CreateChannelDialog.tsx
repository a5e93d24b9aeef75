import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors, unshownErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { FormDialog, useIsStillOpen } from '#ui/FormDialog.tsx'
import { focusOn } from '#ui/focus.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { linkSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import type { ChangedPicture } from '#features/media/web/PictureField.tsx'
import { useGo, useGoWithBackPage } from '#shell/navigation.ts'
import { channelsContract } from '../../contract.ts'
import { type StatusId, statuses } from '../../rules.ts'
import { channelAddress } from '../addresses.ts'
import { markVideoClicked } from '../clicked-videos.ts'
import { t } from '../texts.ts'
import { allChannels, useOwnChannels } from '../useOwnChannels.ts'
import { completeLink, isValidLink } from '../links.ts'
import { ChannelFields, channelFields, tagsBody } from './ChannelFields.tsx'
import { StatusField } from './StatusField.tsx'

/** Creates a channel, optionally with a first video. If this is the user's first channel, the video then plays. */
export function CreateChannelDialog({ close }: CloseProps) {
  const go = useGo()
  const goWithBackPage = useGoWithBackPage()
  const isStillOpen = useIsStillOpen()
  const { data: myPlaylists } = useOwnChannels()
  const adding = useChange(channelsContract.addLinks)
  const [link, setLink] = useState('')
  const [isLinkLeft, setIsLinkLeft] = useState(false)
  const hasBadLink = link.trim() !== '' && !isValidLink(link)
  const isFirst = myPlaylists !== undefined && allChannels(myPlaylists).every((channel) => channel.watch_later || channel.direct_publish)
  const creation = useChange(channelsContract.createPlaylist)
  const [statusId, setStatusId] = useState<StatusId>(statuses[0].id)
  const [icon, setIcon] = useState<ChangedPicture>(null)
  const [tags, setTags] = useState<string[]>([])
  const { message, fields } = formErrors(creation.error, ['status_id', ...channelFields])

  const open = (playlist: string, play?: string) => {
    if (!isStillOpen()) return toast(t('create.done'))
    close()
    const channel = channelAddress('heart', { playlist })
    if (play === undefined) {
      go(channel)
      return focusOn(() => document.getElementById('content'))
    }
    markVideoClicked(play)
    goWithBackPage(channel, channelAddress('heart', { playlist, play }))
  }

  const create = (form: FormData) =>
    creation.mutate(
      {
        body: {
          name: formText(form, 'name'),
          description: formText(form, 'description'),
          status_id: statusId,
          tags: tagsBody(tags),
          ...(icon && { icon }),
        },
      },
      {
        onSuccess: ({ id }) => {
          if (link.trim() === '') open(id)
          else
            adding.mutate(
              { params: { id }, body: [completeLink(link)] },
              {
                onSuccess: ({ videos }) => open(id, isFirst ? videos[0]?.id : undefined),
                // The channel exists, but the link could not be added. The user can paste it again in the channel.
                onError: (error) => {
                  open(id)
                  toast(unshownErrors(error, []).join(' '), { warning: true })
                },
              },
            )
        },
      },
    )

  return (
    <FormDialog
      title={t('create.title')}
      submit={t('create.action')}
      onSubmit={create}
      busy={creation.isPending || adding.isPending}
      disabled={hasBadLink}
      error={message}
    >
      <ChannelFields tags={tags} onTags={setTags} icon={icon} onIcon={setIcon} errors={fields}>
        <Field label={t('create.link')} help={t('create.link_help')} wrong={hasBadLink && isLinkLeft ? t('add.link_invalid') : undefined}>
          <TextInput
            icon={linkSimple}
            type="url"
            inputMode="url"
            value={link}
            placeholder="https://"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onBlur={() => setIsLinkLeft(true)}
            onKeyDown={({ key }) => key === 'Enter' && setIsLinkLeft(true)}
            onChange={(event) => setLink(event.currentTarget.value)}
            onClear={() => setLink('')}
          />
        </Field>
        <StatusField value={statusId} onChange={setStatusId} error={fields['status_id']} />
      </ChannelFields>
    </FormDialog>
  )
}
