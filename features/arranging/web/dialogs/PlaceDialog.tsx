import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { formErrors } from '#kit/web/problems.ts'
import { RadioList } from '#ui/choices.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Disc, IconDisc } from '#ui/Disc.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { plusBold } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { getActionTools } from '#shell/action-tools.ts'
import type { UndoableStep } from '#shell/actions.ts'
import { endSelection } from '#shell/selection.ts'
import { recordStep } from '#shell/undo-history.ts'
import type { Playlist, PlaylistPreview } from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { status } from '#features/channels/rules.ts'
import { createChannel, fetchChannel } from '#features/channels/web/create-containers.ts'
import { t } from '../texts.ts'
import { useChannel } from '#features/channels/web/useChannel.ts'
import { barSections, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { type Destination, SeriesChoice, SeriesChoiceSkeleton } from '#features/channels/web/dialogs/add/SeriesChoice.tsx'
import { createTextFilter } from '#features/channels/web/dialogs/text-filter.ts'
import { type PlaceItems, placeInChannel, placeInNewChannel } from './place-in-channel.ts'
import css from './PlaceDialog.module.css'

export interface PlaceDialogOptions {
  title: string
  /** Describes the things to place. */
  description: string
  /** Returns the button's label: "Move to Night Trains". The channel's name is undefined while no channel is chosen. */
  submit: (channel: string | undefined) => string
  /** Whether to choose a series as well, for videos. */
  inSeries?: boolean
  /** The channel chosen at first. */
  at?: string | undefined
  /** The current series, which can't be chosen. */
  exceptSeries?: string | undefined
  /** The current channel, which can't be chosen. */
  exceptChannel?: string | undefined
  perform: PlaceItems
  /** Copies into a new channel with this name in one call. Without it, an empty channel is created first. */
  performNew?: (name: string) => Promise<UndoableStep>
}

/** The option for a new channel. */
const newOption = 'new'
/** The dialog has a search field from this number of channels. */
const minChannelsForSearch = 8

/** Chooses a target: one of the user's channels or a new one, and optionally a series in it or a new one. */
export function PlaceDialog({
  title,
  description,
  submit,
  inSeries = false,
  at,
  exceptSeries,
  exceptChannel,
  perform,
  performNew,
  close,
}: PlaceDialogOptions & CloseProps) {
  const { data: myPlaylists } = useOwnChannels()
  const [chosen, setChosen] = useState(at)
  const [name, setName] = useState('')
  const [to, setTo] = useState<Destination>()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  /** The channel that this dialog created, if the move or copy into it was then refused. */
  const [created, setCreated] = useState<Playlist>()

  const bar = myPlaylists && barSections(myPlaylists)
  const channels = bar
    ? [...bar.left, ...bar.groups.flatMap(({ playlists }) => playlists), ...bar.other, ...bar.public].filter(
        ({ id }) => id !== exceptChannel,
      )
    : []
  /** Whether the user has no channel to choose, so that a new channel is preselected. */
  const isFirst = myPlaylists !== undefined && channels.length === 0
  const isNew = chosen === newOption || (isFirst && chosen === undefined)
  const target = channels.find(({ id }) => id === chosen)
  const { data: open, error: loadError } = useChannel(target?.id ?? '', { enabled: target !== undefined && inSeries })
  const seriesOf = (channel: Playlist) => channel.series.filter(({ id }) => id !== exceptSeries)
  /** The chosen series, or else the channel's first one. */
  const destinationIn = (channel: Playlist): Destination => {
    const series = seriesOf(channel)
    const first = series.find(({ type }) => type !== 'header') ?? series[0]
    return to ?? (first ? { id: first.id } : { name: '' })
  }
  const { message, fields } = formErrors(error, ['name', 'playlist_id'])

  const choose = (id: string) => {
    setChosen(id)
    setTo(undefined)
    setError(null)
  }

  const place = async (): Promise<UndoableStep> => {
    const isRetry = created !== undefined && created.id === chosen
    if (!isNew && !isRetry) {
      const channel = open ?? (await fetchChannel(chosen!, getActionTools()))
      return placeInChannel(channel, inSeries ? destinationIn(channel) : undefined, perform)
    }
    if (performNew) return performNew(name.trim())
    const channel = isRetry ? created : await createChannel(name.trim(), status.private)
    // Keeps the new channel for a retry, in case the move or copy into it is refused.
    setCreated(channel)
    setChosen(channel.id)
    return placeInNewChannel(channel, inSeries, perform)
  }
  const send = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const step = await place()
      await step.pending
      close()
      endSelection()
      recordStep(step)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <FormDialog
      title={title}
      text={description}
      submit={submit(isNew ? name.trim() || t('place.new_channel') : target?.name)}
      onSubmit={() => void send()}
      busy={isBusy}
      disabled={isNew ? name.trim() === '' : !target}
      error={message}
    >
      {!(isFirst && isNew) && (
        <ChannelChoice
          channels={channels}
          chosen={chosen}
          onChange={choose}
          isLoaded={myPlaylists !== undefined}
          error={fields['playlist_id']}
        />
      )}
      {isNew && (
        <Field label={t('place.channel_name')} help={isFirst ? t('place.first') : undefined} limit={limits.name} error={fields['name']}>
          <TextInput value={name} autoComplete="off" onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
      )}
      {inSeries && target && open && (
        <SeriesChoice
          key={open.id}
          channel={{ ...open, series: seriesOf(open) }}
          value={destinationIn(open)}
          onChange={setTo}
          error={fields['name']}
          inLine
        />
      )}
      {inSeries && target && !open && !loadError && <SeriesChoiceSkeleton />}
    </FormDialog>
  )
}

interface ChannelChoiceProps {
  channels: readonly Pick<PlaylistPreview, 'id' | 'name' | 'icon'>[]
  chosen: string | undefined
  onChange: (id: string) => void
  isLoaded: boolean
  error: string | undefined
}

/** Chooses a new channel, or one of many, which can be searched. */
function ChannelChoice({ channels, chosen, onChange, isLoaded, error }: ChannelChoiceProps) {
  const [keyword, setKeyword] = useState('')
  const matches = createTextFilter(keyword)
  const result = channels.filter(({ id, name }) => id === chosen || matches(name))
  return (
    <>
      {channels.length >= minChannelsForSearch && <SearchField label={t('place.search')} value={keyword} onChange={setKeyword} />}
      <FieldSet legend={t('place.channel')} error={error}>
        <div className={css.channels}>
          <RadioList
            label={t('place.channel')}
            options={[
              { value: newOption, name: t('place.new_channel'), lead: <IconDisc icon={plusBold} size={36} /> },
              ...result.map(({ id, name, icon }) => ({
                value: id,
                name,
                lead: <Disc id={id} name={name} picture={icon} size={36} />,
              })),
            ]}
            value={chosen}
            onChange={onChange}
          />
          {isLoaded && keyword.trim() !== '' && result.length === 0 && (
            <p className={css.none}>{t('place.none', { keyword: keyword.trim() })}</p>
          )}
        </div>
      </FieldSet>
    </>
  )
}
