/** The actions "Move to channel" and "Add to your channel". The user chooses the target in a dialog. */
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { ensureLoggedIn } from '#shell/login-needed.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { describeItems } from '../clipboard/clipboard.ts'
import type { ChosenPlace } from '../dialogs/place-in-channel.ts'
import { openPlaceDialog } from '../open.ts'
import { fetchChannel, removeChannels } from '#features/channels/web/create-containers.ts'
import { placeItems } from '../place/place.ts'
import type { ChannelTarget, Copies } from '../place/target.ts'
import { type VideoPlace, videoSubject } from '#features/channels/web/subjects.ts'
import { t as channelTexts } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'

const placeLabel = (name: string | undefined) => (name === undefined ? t('place.move') : t('place.move_to', { name }))
const saveLabel = (name: string | undefined) => (name === undefined ? t('place.save') : t('place.save_to', { name }))

const targetOf = ({ channel, series }: ChosenPlace): ChannelTarget =>
  series ? { container: 'series', channel, series } : { container: 'channel', channel, open: channel }

/** Moves videos to a channel and series that the user chooses. */
export function moveVideosWithDialog(places: readonly VideoPlace[], tools: ActionTools): void {
  const [first] = places
  if (!first) return
  const subjects = places.map(({ channel, series, video }) => videoSubject(channel, series, video))
  openPlaceDialog({
    title: t('place.move_title'),
    description: describeItems({ kind: 'video', items: subjects }),
    submit: placeLabel,
    inSeries: true,
    at: first.channel.id,
    exceptSeries: places.every(({ series }) => series.id === first.series.id) ? first.series.id : undefined,
    perform: (to) => placeItems(subjects, targetOf(to), tools),
  })
}

/** Moves series to another channel that the user chooses. */
export function moveSeriesWithDialog(subjects: readonly SubjectOf<'serie'>[], tools: ActionTools): void {
  const [first] = subjects
  if (!first) return
  openPlaceDialog({
    title: t('place.move_title'),
    description: describeItems({ kind: 'serie', items: subjects }),
    submit: placeLabel,
    exceptChannel: first.channel.id,
    perform: (to) => placeItems(subjects, targetOf(to), tools),
  })
}

const savedLabel = (description: string, name: string) => t('place.saved', { what: description, name })
const saveCopies = (copies: Copies, to: ChosenPlace, description: string, tools: ActionTools) =>
  placeItems(copies, targetOf(to), tools, { label: savedLabel(description, to.channel.name) })

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** Saves copies of videos in one of the user's channels. */
export function saveVideoCopies(subjects: readonly SubjectOf<'video'>[], tools: ActionTools): void {
  const [first] = subjects
  if (!first || !ensureLoggedIn()) return
  const description = describeItems({ kind: 'video', items: subjects })
  const videos = subjects.flatMap(({ place }) => place?.video ?? [])
  const copies: Copies = { copyOf: 'video', ids: idsOf(subjects), from: first.channel.id, loadedVideos: videos }
  openPlaceDialog({
    title: channelTexts('place.save_title'),
    description: description,
    submit: saveLabel,
    inSeries: true,
    perform: (to) => saveCopies(copies, to, description, tools),
  })
}

/** Saves copies of series in one of the user's channels. */
export function saveSeriesCopies(subjects: readonly SubjectOf<'serie'>[], tools: ActionTools): void {
  const [first] = subjects
  if (!first || !ensureLoggedIn()) return
  const description = describeItems({ kind: 'serie', items: subjects })
  const copies: Copies = { copyOf: 'serie', ids: idsOf(subjects), from: first.channel.id }
  openPlaceDialog({
    title: channelTexts('place.save_title'),
    description: description,
    submit: saveLabel,
    perform: (to) => saveCopies(copies, to, description, tools),
  })
}

/** Saves a copy of a channel as a new one, or its series in one of the user's channels. */
export function saveChannelCopy({ id, name }: SubjectOf<'playlist'>, tools: ActionTools): void {
  if (!ensureLoggedIn()) return
  const description = describeItems({ kind: 'playlist', items: [{ id, name }] })
  openPlaceDialog({
    title: channelTexts('place.save_title'),
    description: description,
    submit: saveLabel,
    exceptChannel: id,
    async perform(to) {
      const { series } = await fetchChannel(id, tools)
      const ids = idsOf(series.filter(({ videos }) => videos.length > 0))
      return saveCopies({ copyOf: 'serie', ids, from: id }, to, description, tools)
    },
    performNew: (newName) => copyAsNew(id, newName, description, tools),
  })
}

async function copyAsNew(id: string, name: string, description: string, { change }: ActionTools): Promise<UndoableStep> {
  const make = async () => {
    const copy = await change(channelsContract.copyPlaylist, { body: { playlist_id: id, status_id: status.private } })
    try {
      await change(channelsContract.updatePlaylist, { params: { id: copy.id }, body: { name } })
    } catch (error) {
      await removeChannels([copy.id]).catch(() => {})
      throw error
    }
    return copy
  }
  let copy = await make()
  return {
    label: savedLabel(description, name),
    undo: () => removeChannels([copy.id]),
    redo: async () => void (copy = await make()),
  }
}
