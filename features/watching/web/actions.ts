import { editResponse } from '#kit/web/change.ts'
import { check, clockCounterClockwise, playFill, playlist as playlistIcon, queue as queueIcon, x, xCircleFill } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { PlayableItem } from '#features/player/web/plan.ts'
import { isPlaying, startQueue } from '#features/player/web/presenting.ts'
import { addToQueue, playNext } from '#features/player/web/queue-changes.ts'
import { channelsContract, type Playlist } from '#features/channels/contract.ts'
import { toPlayableItem } from '#features/channels/web/channel/playable-items.ts'
import { type Position, watchingContract } from '../contract.ts'
import { knownPositions, continueQuery, positionsQuery } from './positions.ts'
import { t } from './texts.ts'

type VideoSubject = SubjectOf<'video'>

const positionOf = ({ id }: VideoSubject): Position | undefined => knownPositions.get().get(id)

/** Returns the playable videos of a channel or of one series, in order. */
function itemsOf(channel: Playlist, seriesId?: string): PlayableItem[] {
  const home = channel.may_edit ? 'heart' : 'globe'
  const series = channel.series.filter(({ id }) => seriesId === undefined || id === seriesId)
  return series.flatMap((item) => item.videos.flatMap((video) => (video.kind === 'page' ? [] : toPlayableItem(home, channel, item, video))))
}

/** Loads a video's details, because the player needs more than a card has. */
async function playableOfItem({ id, channel, place }: VideoSubject, { read }: ActionTools): Promise<PlayableItem | undefined> {
  const fullChannel = place?.channel ?? (await read(channelsContract.getPlaylist, { params: { id: channel.id } }))
  return itemsOf(fullChannel).find((item) => item.id === id)
}

async function queueUp(subjects: readonly VideoSubject[], tools: ActionTools, isNext: boolean): Promise<UndoableStep | undefined> {
  const result = await Promise.all(subjects.map((subject) => playableOfItem(subject, tools)))
  const items = result.filter((item) => item !== undefined)
  const [first] = items
  if (!first) return void toast(t('queue.nothing'), { warning: true })
  const change = () => (isNext ? playNext(items) : addToQueue(items))
  let undo = change()
  return {
    label:
      items.length > 1
        ? t(isNext ? 'queue.many_next' : 'queue.many_added', { count: items.length })
        : t(isNext ? 'queue.added_next' : 'queue.added', { title: first.title }),
    undo: () => undo(),
    redo: () => void (undo = change()),
  }
}

function playAll(items: readonly PlayableItem[], { go }: ActionTools): void {
  const href = startQueue(items)
  if (href === undefined) toast(t('queue.nothing'), { warning: true })
  else go(href)
}

/** Shows a changed position before the server has stored it: on cards, and in "Continue watching". */
const showPosition = (id: string, next: Position | undefined) => () => [
  editResponse(watchingContract.listPositions, positionsQuery, ({ data }) => {
    const others = data.filter((item) => item.id !== id)
    return { data: next ? [next, ...others] : others }
  }),
  editResponse(watchingContract.listVideosToContinue, continueQuery, ({ data, ...page }) => ({
    ...page,
    data: next && !next.watched && next.position > 0 ? data : data.filter((item) => item.id !== id),
  })),
]

function setPosition({ id, channel }: VideoSubject, next: Position | undefined, { change }: ActionTools): Promise<unknown> {
  if (!next) return change(watchingContract.forgetPosition, { params: { id } }, { optimistic: showPosition(id, undefined) })
  const { position, duration, watched } = next
  const body = { position, watched, playlist_id: channel.id, ...(duration !== null && { duration }) }
  return change(watchingContract.setPosition, { params: { id }, body }, { optimistic: showPosition(id, next) })
}

type HistoryChange = 'watched' | 'unwatched' | 'forget'

function markItem(item: VideoSubject, how: HistoryChange, tools: ActionTools): UndoableStep {
  const before = positionOf(item)
  const current = before ?? {
    viewable_type: 'video' as const,
    id: item.id,
    position: 0,
    duration: item.video.duration || null,
    watched: false,
  }
  const next = { watched: { ...current, watched: true }, unwatched: { ...current, position: 0, watched: false }, forget: undefined }[how]
  return {
    label: t(`mark.done_${how}`, { title: item.name }),
    pending: setPosition(item, next, tools),
    undo: () => setPosition(item, before, tools),
    redo: () => setPosition(item, next, tools),
  }
}

const markAction = (how: HistoryChange, icon: string, visible: (item: VideoSubject) => boolean): Action<'video'> => ({
  id: `video.${how}`,
  section: 'preferences',
  label: () => t(`mark.${how}`),
  icon,
  visible: (item) => !item.video.is_live && visible(item),
  run: (item, tools) => markItem(item, how, tools),
})

const queueAction = (isNext: boolean): Action<'video'> => {
  const label = () => t(isNext ? 'queue.next' : 'queue.add')
  return {
    id: isNext ? 'video.playNext' : 'video.addToQueue',
    section: 'go',
    forGuests: true,
    label,
    icon: isNext ? playlistIcon : queueIcon,
    visible: ({ id, video }) => video.kind !== 'page' && !isPlaying(id),
    run: (item, tools) => queueUp([item], tools, isNext),
    many: { label: () => t(isNext ? 'queue.many.next' : 'queue.many.add'), run: (items, tools) => queueUp(items, tools, isNext) },
  }
}

export const watchingActions: ActionTable = {
  video: [
    queueAction(true),
    queueAction(false),
    markAction('watched', check, (item) => !positionOf(item)?.watched),
    markAction('unwatched', xCircleFill, (item) => positionOf(item)?.watched === true),
    markAction('forget', x, (item) => {
      const now = positionOf(item)
      return now !== undefined && !now.watched && now.position > 0
    }),
  ],
  serie: [
    {
      id: 'serie.playAll',
      section: 'go',
      forGuests: true,
      label: () => t('queue.play_all'),
      icon: playFill,
      visible: ({ series }) => series.videos.length > 0,
      run: ({ channel, series }, tools) => playAll(itemsOf(channel, series.id), tools),
    },
  ],
  playlist: [
    {
      id: 'playlist.playAll',
      section: 'go',
      forGuests: true,
      label: () => t('queue.play_all'),
      icon: playFill,
      visible: ({ channel, open }) => channel.lock === null && (open === undefined || open.videos > 0),
      run: async ({ channel, open }, tools) =>
        playAll(itemsOf(open ?? (await tools.read(channelsContract.getPlaylist, { params: { id: channel.id } }))), tools),
    },
  ],
  app: [
    {
      id: 'go.history',
      section: 'go',
      label: () => t('history.title'),
      icon: clockCounterClockwise,
      run: (_, { go }) => go(paths.playlists({ 'recent-view': 'true' })),
    },
  ],
}
