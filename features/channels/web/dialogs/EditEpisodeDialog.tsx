import { useState } from 'react'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { linkSimple } from '#ui/icons.ts'
import { Select, TextArea, TextInput } from '#ui/inputs.tsx'
import { Switch } from '#ui/toggles.tsx'
import { toast } from '#ui/toasts.ts'
import { Slot } from '#shell/Slot.tsx'
import { channelsContract, type Playlist, type Video } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { editOpenChannel, withVideoAt } from '../channel/edits.ts'
import { t } from '../texts.ts'
import { useFullVideo } from '../useFullTexts.ts'
import { useChangedFields } from './changed-fields.ts'
import { LoadingDialog } from './LoadingDialog.tsx'
import { ButtonFields, buttonFields } from './ButtonFields.tsx'
import { readEpisode } from './episode-form.ts'
import { RangeFields } from './RangeFields.tsx'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Alternative pictures, below the picture of an item being edited. */
    'item.pictures': 'item-picture'
  }
}

const shownFields = ['title', 'description', 'image', 'src', 'series_id', 'start_at', 'end_at', ...buttonFields]

interface EditEpisodeProps extends CloseProps {
  channel: Playlist
  video: Video
}

/** Edits a video: texts, pictures, link, range and series. */
export function EditEpisodeDialog({ video: truncated, ...props }: EditEpisodeProps) {
  const { video, error, refetch } = useFullVideo(truncated)
  if (!video.is_cut) return <EpisodeForm {...props} video={video} />
  return <LoadingDialog title={t('video.edit_title')} failed={t('video.edit_failed')} error={error} refetch={refetch} />
}

function EpisodeForm({ channel, video: current, close }: EditEpisodeProps) {
  /** The video when the form was opened. */
  const [video] = useState(current)
  const change = useChange(channelsContract.updateVideo, {
    confirmed: ({ id, series_id }, { body }) =>
      body?.series_id === undefined ? [] : [editOpenChannel(channel.id, (now) => withVideoAt(now, id, series_id, limits.videos))],
  })
  const changedFields = useChangedFields(change)
  const [image, setImage] = useState<File | string | null>(null)
  /** Number of times a stored picture was chosen. Each time, the file field is reset. */
  const [choiceCount, setChoiceCount] = useState(0)
  const [photo, setPhoto] = useState<ChangedPicture>(null)
  const [wrongTime, setWrongTime] = useState<'start_at' | 'end_at'>()
  const { message, fields } = formErrors(change.error, shownFields)

  const save = (form: FormData) => {
    const { values, wrongTime: invalid } = readEpisode(form, video)
    setWrongTime(invalid)
    if (!values) return
    change.mutate(
      {
        params: { id: video.id },
        body: { ...changedFields(values, video), ...(image !== null && { image }), ...(photo !== null && { more_photo: photo }) },
      },
      {
        onSuccess: () => {
          close()
          toast(t('saved'))
        },
      },
    )
  }

  return (
    <FormDialog
      title={t('video.edit_title')}
      submit={t('save')}
      onSubmit={save}
      filled={image !== null || photo !== null}
      busy={change.isPending}
      error={message}
    >
      <Field label={t('fields.title')} limit={limits.title} error={fields['title']}>
        <TextInput name="title" defaultValue={video.title} autoComplete="off" required />
      </Field>
      <Field label={t('fields.description')} error={fields['description']}>
        <TextArea name="description" defaultValue={video.description} maxLength={limits.text} />
      </Field>
      <PictureField
        key={choiceCount}
        id={video.id}
        name={video.title}
        label={t('fields.picture')}
        shape="card"
        stored={video.image}
        changed={image}
        onChange={setImage}
        remove={t('fields.picture_remove')}
        tooBig={t('fields.icon_too_big')}
        error={fields['image']}
      />
      <Slot
        name="item.pictures"
        subject={{
          type: 'item-picture',
          id: video.id,
          name: video.title,
          video,
          chosen: typeof image === 'string' ? image : undefined,
          choose: (address) => {
            setImage(address)
            setChoiceCount(choiceCount + 1)
          },
        }}
      />
      {video.src !== null && (
        <Field label={t('add.link')} error={fields['src']}>
          <TextInput
            name="src"
            icon={linkSimple}
            defaultValue={video.src}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
      {channel.series.length > 1 && (
        <Field label={t('add.series')} error={fields['series_id']}>
          <Select name="series_id" defaultValue={video.series_id}>
            {channel.series.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <RangeFields video={video} wrong={wrongTime} errors={fields} onInput={() => setWrongTime(undefined)} />
      <Switch name="adult" label={t('video.adult')} detail={t('video.adult_help')} defaultChecked={video.adult} />
      <ButtonFields video={video} errors={fields} photo={photo} onPhoto={setPhoto} />
    </FormDialog>
  )
}
