import { ChipChoice } from '#ui/choices.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { plusBold } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import type { Playlist } from '../../../contract.ts'
import { limits } from '../../../limits.ts'
import { t } from '../../texts.ts'

/** An existing series by id, or a new one by name. */
export type Destination = { id: string } | { name: string }

/** Option for a new series. */
const newOption = 'new'

interface SeriesChoiceProps {
  channel: Playlist
  value: Destination
  onChange: (value: Destination) => void
  error?: string | undefined
  /** Whether the series take one line, which scrolls, so that their number doesn't change the height of the dialog. */
  inLine?: boolean
}

/** A placeholder as high as the line of series, so that the submit button doesn't move while the user presses it. */
export const SeriesChoiceSkeleton = () => (
  <FieldSet legend={t('add.series')}>
    <Skeleton label={t('channel.loading')}>
      <SkeletonBlock height={44} shape="card" />
    </Skeleton>
  </FieldSet>
)

export function SeriesChoice({ channel, value, onChange, error, inLine = false }: SeriesChoiceProps) {
  const options = [
    ...channel.series.map(({ id, name }) => ({ value: id, name })),
    { value: newOption, name: t('add.new_series'), icon: plusBold },
  ]
  return (
    <>
      <FieldSet legend={t('add.series')}>
        <ChipChoice
          label={t('add.series')}
          options={options}
          layout={inLine ? 'line' : undefined}
          value={'id' in value ? value.id : newOption}
          onChange={(value) => onChange(value === newOption ? { name: '' } : { id: value })}
        />
      </FieldSet>
      {'name' in value && (
        <Field label={t('add.series_name')} error={error}>
          <TextInput
            value={value.name}
            maxLength={limits.title}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </Field>
      )}
    </>
  )
}
