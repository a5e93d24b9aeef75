import { type FormEvent, useState } from 'react'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { limits } from '#features/channels/limits.ts'
import { dataRightsContract, type ImportPreview } from '../contract.ts'
import css from './DataRightsScreen.module.css'
import { t } from './texts.ts'

interface ImportChoiceProps {
  preview: ImportPreview
  onDone: (outcome: OutputOf<typeof dataRightsContract.makeImport>) => void
  onCancel: () => void
}

type PreviewedChannel = ImportPreview['channels'][number]
interface Choice {
  isChosen: boolean
  name: string
}

/** Shows the preview of an import, in which the user chooses and renames channels. */
export function ImportChoice({
  preview: { id, kind, product, channels, pictures, follows, likes, room, skipped, skipped_count: skippedCount },
  onDone,
  onCancel,
}: ImportChoiceProps) {
  const make = useChange(dataRightsContract.makeImport)
  const [choices, setChoices] = useState(() => channels.map(({ name }, index): Choice => ({ isChosen: index < room, name })))
  const marks = follows + likes
  const [withMarks, setWithMarks] = useState(marks > 0)
  const selection = choices.flatMap(({ isChosen, name }, index) => (isChosen ? [{ index, name: name.trim() }] : []))
  const isOverLimit = selection.length > room
  const isEmpty = selection.length === 0 && !withMarks
  const isUnnamed = selection.some(({ name }) => name === '')
  const change = (at: number, part: Partial<Choice>) =>
    setChoices((now) => now.map((choice, index) => (index === at ? { ...choice, ...part } : choice)))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (make.isPending || isOverLimit || isUnnamed || isEmpty) return
    make.mutate({ params: { id }, body: { channels: selection, ...(marks > 0 && { with_follows: withMarks }) } }, { onSuccess: onDone })
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label={t('bring.found')}>
      <output>
        {product === null
          ? t('bring.format', { format: t(`bring.format_${kind}`) })
          : t('bring.format_of', { format: t(`bring.format_${kind}`), product })}{' '}
        {t('bring.found_count', {
          count: channels.length,
          videos: t('bring.videos', { count: channels.reduce((sum, { videos }) => sum + videos, 0) }),
        })}{' '}
        {pictures > 0 && t('bring.pictures_found', { count: pictures })}
      </output>
      {channels.length > room && <Alert kind="note">{t('bring.room', { count: room, limit: limits.playlists })}</Alert>}
      <ul className={css.channels}>
        {channels.map((channel, index) => (
          <ChannelChoice key={index} channel={channel} choice={choices[index]!} onChange={(part) => change(index, part)} />
        ))}
      </ul>
      {marks > 0 && (
        <Checkbox checked={withMarks} onChange={({ currentTarget }) => setWithMarks(currentTarget.checked)}>
          {t('bring.marks', { count: marks })}
        </Checkbox>
      )}
      {skippedCount > 0 && (
        <details className={css.skipped}>
          <summary>{t('bring.skipped', { count: skippedCount })}</summary>
          <ul className={css.list}>
            {skipped.map(({ line, text, reason }, index) => (
              <li key={index}>
                <span>{text}</span>
                <span>{t('bring.line', { reason: t(`bring.skipped_${reason}`), line })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {make.error && <Alert>{formErrors(make.error).message}</Alert>}
      <p className={css.quiet}>{t('bring.private')}</p>
      <div className={css.buttons}>
        <Button type="submit" kind="accent" busy={make.isPending} disabled={isEmpty || isOverLimit || isUnnamed}>
          {selection.length === 0 && withMarks ? t('bring.make_marks') : t('bring.make', { count: selection.length })}
        </Button>
        <Button onClick={onCancel}>{t('bring.cancel')}</Button>
      </div>
    </form>
  )
}

interface ChannelChoiceProps {
  channel: PreviewedChannel
  choice: Choice
  onChange: (part: Partial<Choice>) => void
}

const ChannelChoice = ({ channel: { name, videos, series }, choice, onChange }: ChannelChoiceProps) => (
  <li className={css.channel}>
    <Checkbox
      className={css.choice}
      checked={choice.isChosen}
      onChange={({ currentTarget }) => onChange({ isChosen: currentTarget.checked })}
    >
      <span className={css.spoken}>{t('bring.take', { name })}</span>
    </Checkbox>
    <Field
      label={t('bring.name')}
      hideLabel
      limit={limits.name}
      wrong={choice.isChosen && choice.name.trim() === '' ? t('bring.no_name') : undefined}
    >
      <TextInput value={choice.name} onChange={({ currentTarget }) => onChange({ name: currentTarget.value })} />
    </Field>
    <details className={css.more}>
      <summary>
        {t('bring.contents', { videos: t('bring.videos', { count: videos }), series: t('bring.series', { count: series.length }) })}
      </summary>
      <ul className={css.list}>
        {series.map((item, index) => (
          <li key={index}>
            <span>{item.name}</span>
            <span>{item.videos}</span>
          </li>
        ))}
      </ul>
    </details>
  </li>
)
