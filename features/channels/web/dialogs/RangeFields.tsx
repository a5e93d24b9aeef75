import { useRef, useState } from 'react'
import { playingPosition } from '#features/player/web/now-playing.ts'
import { formatLength } from '#kit/web/format.ts'
import { Field, FieldSet } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { clock } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import type { Video } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './RangeFields.module.css'

type RangeEnd = 'start_at' | 'end_at'

interface RangeFieldsProps {
  video: Video
  /** The field that is not a valid time. */
  wrong: RangeEnd | undefined
  errors: Readonly<Record<string, string>>
  onInput: () => void
}

/** Start and end time of a video. If the player shows the video, a button fills in the player's current time. */
export const RangeFields = ({ video, wrong, errors, onInput }: RangeFieldsProps) => (
  <FieldSet legend={t('video.range')} help={t('video.range_help')}>
    <div className={css.row} onInput={onInput}>
      {(['start_at', 'end_at'] as const).map((end) => (
        <TimeField key={end} name={end} video={video} wrong={wrong === end ? t('video.time_invalid') : undefined} error={errors[end]} />
      ))}
    </div>
  </FieldSet>
)

interface TimeFieldProps {
  name: RangeEnd
  video: Video
  wrong: string | undefined
  error: string | undefined
}

function TimeField({ name, video, wrong, error }: TimeFieldProps) {
  const [value, setValue] = useState(() => (video[name] === null ? '' : formatLength(video[name])))
  const [position] = useState(() => playingPosition(video.id))
  const place = useRef<HTMLDivElement>(null)
  const take = () => {
    const seconds = playingPosition(video.id) ?? position
    if (seconds === undefined) return
    setValue(formatLength(seconds))
    // Marks the form as changed, so that closing the dialog asks first.
    place.current?.querySelector('input')?.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return (
    <div ref={place}>
      <Field label={t(`video.${name}`)} wrong={wrong} error={error}>
        <TextInput
          name={name}
          value={value}
          autoComplete="off"
          inputMode="text"
          maxLength={12}
          placeholder={name === 'end_at' && video.duration !== null ? formatLength(video.duration) : '0:00'}
          onChange={(event) => setValue(event.currentTarget.value)}
          after={
            position !== undefined && (
              <IconButton icon={clock} iconSize={20} label={t('video.from_player', { time: formatLength(position) })} onClick={take} />
            )
          }
        />
      </Field>
    </div>
  )
}
