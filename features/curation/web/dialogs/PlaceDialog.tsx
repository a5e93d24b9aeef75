import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { problemOf } from '#kit/web/problems.ts'
import { RadioList } from '#ui/choices.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { Disc, IconDisc } from '#ui/Disc.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { plusBold } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { actionTools } from '#shell/action-tools.ts'
import type { UndoableStep } from '#shell/actions.ts'
import { endSelection } from '#shell/selection.ts'
import { recordStep } from '#shell/undo-history.ts'
import type { Playlist, Series } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { status } from '../../rules.ts'
import { makeChannelNamed, makeSeries, readChannel, removeChannels, removeEmptySeries, type StepInto, undoneWith } from '../place/made.ts'
import { t } from '../texts.ts'
import { useChannel } from '../useChannel.ts'
import { barOf, useMine } from '../useMine.ts'
import { type Destination, SeriesChoice } from './add/SeriesChoice.tsx'
import { matcherOf } from './keyword.ts'
import css from './PlaceDialog.module.css'

/** Where something goes. */
export interface ChosenPlace {
  channel: Playlist
  /** Absent: in the channel as a whole. */
  series?: Pick<Series, 'id' | 'name'> | undefined
}

export interface PlaceChoice {
  title: string
  /** What is moved or saved, in words. */
  what: string
  /** What the button says: "Move to Night Trains". Without a name, while none is chosen. */
  submit: (channel: string | undefined) => string
  /** A series is chosen too: of videos. */
  inSeries?: boolean
  /** The channel that is chosen at the start. */
  at?: string | undefined
  /** The series that it is in: it can't go there. */
  exceptSeries?: string | undefined
  /** The channel that it is in: it can't go there. */
  exceptChannel?: string | undefined
  /** Does it. @throws ApiError, which is shown: the dialog stays as it is */
  perform: (place: ChosenPlace) => UndoableStep | Promise<UndoableStep>
  /** Makes a new channel of it, of this name, instead of an empty one. */
  performNew?: (name: string) => Promise<UndoableStep>
}

/** A step into what was made for it can be done again by `again`. */
type Done = StepInto & { again?: () => Promise<StepInto> }

/** Stands for the channel that is made along with it. */
const fresh = 'new'
/** As many channels can be seen without being searched. */
const searchedFrom = 8

/** Where something is moved or saved: one of one's own channels, or a new one, and a series in it, or a new one. */
export function PlaceDialog({
  title,
  what,
  submit,
  inSeries = false,
  at,
  exceptSeries,
  exceptChannel,
  perform,
  performNew,
  close,
}: PlaceChoice & Closing) {
  const { data: mine } = useMine()
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState(at)
  const [name, setName] = useState('')
  const [to, setTo] = useState<Destination>()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  /** A channel that was made here, although what followed was refused. */
  const [made, setMade] = useState<Playlist>()

  const bar = mine && barOf(mine)
  const channels = bar
    ? [...bar.left, ...bar.groups.flatMap(({ playlists }) => playlists), ...bar.other, ...bar.public].filter(
        ({ id }) => id !== exceptChannel,
      )
    : []
  const matches = matcherOf(keyword)
  const found = channels.filter((channel) => channel.id === chosen || matches(channel.name))
  /** There is none to choose from: what remains is to make one. */
  const isFirst = mine !== undefined && channels.length === 0
  const isNew = chosen === fresh || (isFirst && chosen === undefined)
  const target = channels.find(({ id }) => id === chosen)
  const { data: open } = useChannel(target?.id ?? '', { enabled: target !== undefined && inSeries })
  const series = open?.series.filter(({ id }) => id !== exceptSeries)
  const first = series?.find(({ type }) => type !== 'header') ?? series?.[0]
  const destination = to ?? (first ? { id: first.id } : { name: '' })
  const { message, fields } = problemOf(error, ['name', 'playlist_id'])

  const choose = (id: string) => {
    setChosen(id)
    setTo(undefined)
    setError(null)
  }

  const send = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const done = isNew ? await intoNew() : await intoChosen()
      await done.step.pending
      close()
      endSelection()
      recordStep(done.again ? undoneWith(done, done.again) : done.step)
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setError(refused)
    } finally {
      setIsBusy(false)
    }
  }
  const intoNew = async (): Promise<Done> => {
    if (performNew) return { step: await performNew(name.trim()) }
    const again = async () => performIn(await makeChannelNamed(name.trim(), status.private))
    const channel = await makeChannelNamed(name.trim(), status.private)
    // It is there now: what is refused after this does not make it twice.
    setMade(channel)
    setChosen(channel.id)
    return { ...(await performIn(channel)), again }
  }
  const performIn = async (channel: Playlist): Promise<StepInto> => {
    const placed = inSeries ? await makeSeries(channel.id, t('add.first_series'), actionTools()) : undefined
    return { step: await perform({ channel, series: placed }), remove: () => removeChannels([channel.id]) }
  }
  const intoChosen = async (): Promise<Done> => {
    const channel = open ?? (await readChannel(chosen!, actionTools()))
    const isMade = made?.id === channel.id
    if (isMade) {
      const again = async () => performIn(await makeChannelNamed(channel.name, status.private))
      return { ...(await performIn(channel)), again }
    }
    if (!inSeries) return { step: await perform({ channel }) }
    const known = 'id' in destination ? channel.series.find(({ id }) => id === destination.id) : undefined
    if (known) return { step: await perform({ channel, series: known }) }
    const again = async (): Promise<StepInto> => {
      const name = ('name' in destination && destination.name.trim()) || t('add.first_series')
      const placed = await makeSeries(channel.id, name, actionTools())
      return { step: await perform({ channel, series: placed }), remove: () => removeEmptySeries(channel.id, placed.id) }
    }
    return { ...(await again()), again }
  }

  return (
    <FormDialog
      title={title}
      text={what}
      submit={submit(isNew ? name.trim() || t('place.new_channel') : target?.name)}
      onSubmit={() => void send()}
      busy={isBusy}
      disabled={isNew ? name.trim() === '' : !target}
      error={message}
    >
      {channels.length >= searchedFrom && <SearchField label={t('place.search')} value={keyword} onChange={setKeyword} />}
      {!(isFirst && isNew) && (
        <FieldSet legend={t('place.channel')} error={fields['playlist_id']}>
          <div className={css.channels}>
            <RadioList
              label={t('place.channel')}
              options={[
                { value: fresh, name: t('place.new_channel'), lead: <IconDisc icon={plusBold} size={36} /> },
                ...found.map((channel) => ({
                  value: channel.id,
                  name: channel.name,
                  lead: <Disc id={channel.id} name={channel.name} picture={channel.icon} size={36} />,
                })),
              ]}
              value={chosen}
              onChange={choose}
            />
            {mine && keyword.trim() !== '' && found.length === 0 && (
              <p className={css.none}>{t('place.none', { keyword: keyword.trim() })}</p>
            )}
          </div>
        </FieldSet>
      )}
      {isNew && (
        <Field label={t('place.channel_name')} help={isFirst ? t('place.first') : undefined} limit={limits.name} error={fields['name']}>
          <TextInput value={name} autoComplete="off" onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
      )}
      {inSeries && target && open && (
        <SeriesChoice channel={{ ...open, series: series ?? [] }} value={destination} onChange={setTo} error={fields['name']} />
      )}
    </FormDialog>
  )
}
