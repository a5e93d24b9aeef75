import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { mayAct } from '#shell/login-needed.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { curationContract, type PlaylistTile, type Series } from '../../contract.ts'
import { status } from '../../rules.ts'
import { clipOf } from '../clipboard/clip.ts'
import { wordsOf } from '../clipboard/words.ts'
import { choosePlace } from '../open.ts'
import { t } from '../texts.ts'
import { readChannel } from './channel-moves.ts'
import { copySeries, copyVideos } from './copies.ts'
import { removeChannels } from './made.ts'
import { moveSeriesTo, movedSeriesLabel } from './move-series.ts'
import { movedVideosLabel, moveVideos, type VideoPlace } from './move-videos.ts'

/* "Move to channel" and "Save to channel": where to is chosen in one dialog. */

const toChannel = (name: string | undefined) => (name === undefined ? t('place.move') : t('place.move_to', { name }))
const intoChannel = (name: string | undefined) => (name === undefined ? t('place.save') : t('place.save_to', { name }))

const videoWords = (videos: readonly { id: string; title: string }[]) =>
  wordsOf(
    clipOf(
      'copy',
      'video',
      videos.map(({ id, title }) => ({ id, name: title })),
    ),
  )

/** Asks to which channel and series videos go. */
export function moveVideosBy(places: readonly VideoPlace[], tools: ActionTools): void {
  const [first] = places
  if (!first) return
  const isOfOneSeries = places.every(({ series }) => series.id === first.series.id)
  choosePlace({
    title: t('place.move_title'),
    what: videoWords(places.map(({ video }) => video)),
    submit: toChannel,
    inSeries: true,
    at: first.channel.id,
    exceptSeries: isOfOneSeries ? first.series.id : undefined,
    perform: ({ channel, series }) =>
      moveVideos(
        places,
        { channelId: channel.id, series: series! },
        movedVideosLabel(places, channel.id === first.channel.id ? series!.name : channel.name),
        tools,
      ),
  })
}

/** Asks to which other channel series of a channel go. */
export function moveSeriesBy(subjects: readonly SubjectOf<'serie'>[], tools: ActionTools): void {
  const [first] = subjects
  if (!first) return
  const series = subjects.map((subject) => subject.series)
  choosePlace({
    title: t('place.move_title'),
    what: wordsOf(clipOf('copy', 'serie', series)),
    submit: toChannel,
    exceptChannel: first.channel.id,
    perform: ({ channel }) => moveSeriesTo(first.channel, series, { channel }, movedSeriesLabel(series, channel.name), tools),
  })
}

const savedLabel = (what: string, name: string) => t('place.saved', { what, name })

/** Asks in which of one's own channels copies of videos are kept. */
export function saveVideos(subjects: readonly SubjectOf<'video'>[], tools: ActionTools): void {
  const [first] = subjects
  if (!first || !mayAct()) return
  const what = videoWords(subjects.map(({ video }) => video))
  choosePlace({
    title: t('place.save_title'),
    what,
    submit: intoChannel,
    inSeries: true,
    perform: ({ channel, series }) =>
      copyVideos(
        subjects.map(({ id, place }) => ({ id, video: place?.video })),
        first.channel.id,
        { channelId: channel.id, series: series! },
        savedLabel(what, channel.name),
        tools,
      ),
  })
}

export function saveSeries(subjects: readonly SubjectOf<'serie'>[], tools: ActionTools): void {
  const [first] = subjects
  if (!first || !mayAct()) return
  saveRows(
    first.channel,
    subjects.map(({ series }) => series),
    wordsOf(clipOf('copy', 'serie', subjects)),
    tools,
  )
}

function saveRows({ id }: PlaylistTile, series: readonly Series[], what: string, tools: ActionTools): void {
  choosePlace({
    title: t('place.save_title'),
    what,
    submit: intoChannel,
    perform: ({ channel }) =>
      copySeries(
        series.map((one) => one.id),
        id,
        { channelId: channel.id },
        savedLabel(what, channel.name),
        tools,
      ),
  })
}

/** Asks whether a channel becomes one of one's own, or what is in it goes into one of these. */
export function saveChannel({ id, name, channel: tile }: SubjectOf<'playlist'>, tools: ActionTools): void {
  if (!mayAct()) return
  const what = wordsOf({ kind: 'playlist', items: [{ id, name }] })
  choosePlace({
    title: t('place.save_title'),
    what,
    submit: intoChannel,
    exceptChannel: id,
    perform: async ({ channel }) => {
      const { series } = await readChannel(tile.id, tools)
      return copySeries(
        series.filter(({ videos }) => videos.length > 0).map((one) => one.id),
        id,
        { channelId: channel.id },
        savedLabel(what, channel.name),
        tools,
      )
    },
    performNew: (newName) => copyAsNew(id, newName, what, tools),
  })
}

async function copyAsNew(id: string, name: string, what: string, { change }: ActionTools): Promise<UndoableStep> {
  const make = async () => {
    const copy = await change(curationContract.copyPlaylist, { body: { playlist_id: id, status_id: status.private } })
    try {
      await change(curationContract.updatePlaylist, { params: { id: copy.id }, body: { name } })
    } catch (error) {
      await removeChannels([copy.id]).catch(() => {})
      throw error
    }
    return copy
  }
  let copy = await make()
  return {
    label: savedLabel(what, name),
    undo: () => removeChannels([copy.id]),
    redo: async () => void (copy = await make()),
  }
}
