import { storage } from '#kit/web/storage.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { curationContract, type Playlist, type PlaylistTile, type Series } from '../../contract.ts'
import { can, status, type StatusId } from '../../rules.ts'
import { statusAt } from '../../drop-rules.ts'
import { moveChannels, moveGroup } from '../actions/bar-moves.ts'
import { destinationIn, readChannel } from '../actions/channel-moves.ts'
import { copyChannels, copyGroup, copySeries, copyVideos } from '../actions/copies.ts'
import { moveSeriesTo } from '../actions/move-series.ts'
import { removeEmptySeries, undoneWith } from '../actions/made.ts'
import { countBefore, moveVideos, type VideoPlace } from '../actions/move-videos.ts'
import { type BarPlace, groupsOf, placesOf } from '../bar-edits.ts'
import { showNotice } from '../open.ts'
import { t } from '../texts.ts'
import { allOf } from '../useMine.ts'
import type { Clip } from './clip.ts'
import { currentClip, keepClip, lastClip } from './clipboard.ts'
import { knownChannel } from './take.ts'
import { wordsOf } from './words.ts'

/** Where something is pasted. */
export type PasteTarget =
  /** Among the videos of a series; the index counts those that are cut. Without one: at the end. */
  | { in: 'series'; channel: Playlist; series: Series; index?: number }
  /** Among the series of a channel; the position counts those that are cut. */
  | { in: 'rows'; channel: Playlist; position: number }
  /** In a channel as a whole. */
  | { in: 'channel'; channel: PlaylistTile; open?: Playlist | undefined }
  /** In the bar, or in a group of `status_id`; the index counts those that are cut. */
  | { in: 'bar'; at: BarPlace; index?: number; status_id?: StatusId }
  /** Among the groups of the bar. */
  | { in: 'groups'; index?: number }

/** Something is about to be pasted: what is asked first, or has to be read for it, is under way. */
let isBeginning = false

/** Pastes what is in the clipboard; pressed twice, once. @throws ApiError */
export async function paste(target: PasteTarget, tools: ActionTools): Promise<UndoableStep | undefined> {
  if (isBeginning) return undefined
  isBeginning = true
  try {
    return await begin(target, tools)
  } finally {
    isBeginning = false
  }
}

async function begin(target: PasteTarget, tools: ActionTools): Promise<UndoableStep | undefined> {
  const clip = currentClip()
  const step = clip && (await stepOf(clip, target, tools))
  if (!clip || !step) return undefined
  keepClip({ ...clip, pasted: true })
  const pending = step.pending?.catch((error: unknown) => {
    // It is still where it was cut; meanwhile something else may have been copied.
    if (lastClip()?.items[0]?.id === clip.items[0]?.id) keepClip(clip)
    throw error
  })
  return { ...step, pending }
}

async function stepOf(clip: Clip, target: PasteTarget, tools: ActionTools): Promise<UndoableStep | undefined> {
  if (target.in === 'bar') return clip.kind === 'playlist' ? pasteChannels(clip, target, tools) : undefined
  if (target.in === 'groups') return clip.kind === 'group' ? pasteGroup(clip, target.index, tools) : undefined
  if (clip.kind !== 'video' && clip.kind !== 'serie') return undefined
  if (clip.mode === 'copy' && can.copyInto(target.channel) !== null) return tellOfDirectShare()
  if (target.in === 'channel' && !(await mayAdd(clip, target.channel))) return undefined
  return clip.kind === 'video' ? pasteVideos(clip, target, tools) : pasteSeries(clip, target, tools)
}

/** What is shared there is announced to followers; a copy that is only put there would not be. */
export async function tellOfDirectShare(): Promise<undefined> {
  await showNotice({ title: t('clipboard.direct_share'), text: t('errors.use_direct_share'), action: t('notice.ok') })
}

/** Asks before something is added to a channel as a whole, until somebody does not want to be asked. */
async function mayAdd(what: Pick<Clip, 'kind' | 'items'>, { name }: PlaylistTile): Promise<boolean> {
  if (storage.get('hide_add_to_playlist_modal')) return true
  const question = {
    title: t('clipboard.add.title', { name }),
    text: t('clipboard.add.text', { what: wordsOf(what), name }),
    action: t('clipboard.add.action'),
    cancel: t('clipboard.add.cancel'),
    hideKey: 'hide_add_to_playlist_modal',
  } as const
  return (await showNotice(question)) === true
}

type InChannel = Exclude<PasteTarget, { in: 'bar' | 'groups' }>

const pastedLabel = (clip: Clip) => t('clipboard.pasted', { what: wordsOf(clip) })

/** The channel that something was taken from, when that is the one it is pasted in. */
const sameChannel = (from: string, target: InChannel): Playlist | undefined =>
  [target.in === 'channel' ? target.open : target.channel].find((channel) => channel?.id === from)

/** All of it has been deleted, or belongs to somebody else now. */
function tellGone(): undefined {
  keepClip(undefined)
  toast(t('clipboard.gone'), { warning: true })
}

async function pasteVideos(clip: Clip, target: InChannel, tools: ActionTools): Promise<UndoableStep | undefined> {
  const from = clip.from!
  const isPlaced = target.in === 'series'
  const source = sameChannel(from, target) ?? (clip.mode === 'cut' ? await readChannel(from, tools) : knownChannel(from))
  const places = clip.items.flatMap(({ id }) => (source ? placeIn(source, id) : undefined) ?? [])
  const channelId = target.channel.id
  const at = isPlaced && target.index !== undefined ? { index: target.index } : {}
  if (clip.mode === 'copy') {
    const open = (target.in === 'channel' && target.open) || undefined
    const known = new Map(places.map(({ video }) => [video.id, video]))
    const copied = clip.items.map(({ id }) => ({ id, video: known.get(id) }))
    const copyInto = (series: Series) => copyVideos(copied, from, { channelId, series, ...at }, pastedLabel(clip), tools)
    if (isPlaced) return copyInto(target.series)
    const pasteInto = async (channel: Playlist) => {
      const { series, isNew } = await destinationIn(channel, tools)
      return { step: copyInto(series), ...(isNew && { remove: () => removeEmptySeries(channelId, series.id, tools) }) }
    }
    const first = await pasteInto(open ?? (await readChannel(channelId, tools)))
    return first.remove ? undoneWith(first, async () => pasteInto(await readChannel(channelId, tools))) : first.step
  }
  if (places.length === 0) return tellGone()
  if (!isPlaced) return moveVideos(places, { channelId }, pastedLabel(clip), tools)
  const index = at.index === undefined ? undefined : at.index - countBefore(places, target.series, at.index)
  return moveVideos(places, { channelId, series: target.series, index }, pastedLabel(clip), tools)
}

function placeIn(channel: Playlist, videoId: string): VideoPlace | undefined {
  for (const series of channel.series) {
    const video = series.videos.find(({ id }) => id === videoId)
    if (video) return { channel, series, video }
  }
  return undefined
}

async function pasteSeries(clip: Clip, target: InChannel, tools: ActionTools): Promise<UndoableStep | undefined> {
  const from = clip.from!
  const ids = clip.items.map(({ id }) => id)
  const position = target.in === 'rows' ? target.position : undefined
  if (clip.mode === 'copy') return copySeries(ids, from, { channelId: target.channel.id, position }, pastedLabel(clip), tools)
  const source = sameChannel(from, target) ?? (await readChannel(from, tools))
  const moved = ids.flatMap((id) => source.series.find((series) => series.id === id) ?? [])
  if (moved.length === 0) return tellGone()
  const before = source.id === target.channel.id ? source.series.slice(0, position).filter(({ id }) => ids.includes(id)).length : 0
  return moveSeriesTo(
    source,
    moved,
    { channel: target.channel, position: position === undefined ? undefined : position - before },
    pastedLabel(clip),
    tools,
  )
}

/** Asks before whole channels are pasted: who may see them then. */
async function mayPaste(clip: Clip, text: string): Promise<boolean> {
  const question = {
    title: t('clipboard.confirm.title', { what: wordsOf(clip) }),
    text,
    action: t('clipboard.paste'),
    cancel: t('clipboard.add.cancel'),
  }
  return (await showNotice(question)) === true
}

async function pasteChannels(clip: Clip, { at, index, status_id }: Extract<PasteTarget, { in: 'bar' }>, tools: ActionTools) {
  const ids = clip.items.map(({ id }) => id)
  const opens = at === 'public'
  if (clip.mode === 'copy') {
    if (!(await mayPaste(clip, t(opens ? 'clipboard.confirm.public' : 'clipboard.confirm.private')))) return undefined
    return copyChannels(ids, { at, index }, pastedLabel(clip), tools)
  }
  const mine = await tools.read(curationContract.listMyPlaylists, {})
  const places = placesOf(mine)
  const channels = ids.flatMap((id) => allOf(mine).find((channel) => channel.id === id) ?? [])
  if (channels.length === 0) return tellGone()
  const isHere = (place: BarPlace | undefined) => JSON.stringify(place) === JSON.stringify(at)
  const changes = channels.filter(({ id, status_id: now }) => {
    const next = statusAt(now as StatusId, { at: typeof at === 'string' ? at : 'group', ...(status_id && { status_id }) })
    return !isHere(places.get(id)?.at) && next !== now && (next === status.public || now === status.public)
  })
  const closes = changes.some((channel) => channel.status_id === status.public)
  if (changes.length > 0 && !(await mayPaste(clip, t(closes ? 'clipboard.confirm.closes' : 'clipboard.confirm.opens')))) return undefined
  const before = channels.filter(({ id }) => isHere(places.get(id)?.at) && places.get(id)!.index < (index ?? Infinity)).length
  return moveChannels(
    channels.map(({ id }) => id),
    { at, index: index === undefined ? undefined : index - before, ...(opens && { status_id: status.public }) },
    pastedLabel(clip),
    tools,
  )
}

async function pasteGroup(clip: Clip, index: number | undefined, tools: ActionTools): Promise<UndoableStep | undefined> {
  const { id } = clip.items[0]!
  if (clip.mode === 'copy') {
    if (!(await mayPaste(clip, t('clipboard.confirm.private')))) return undefined
    return copyGroup(id, index, pastedLabel(clip), tools)
  }
  const mine = await tools.read(curationContract.listMyPlaylists, {})
  const group = groupsOf(mine).find((one) => one.id === id)
  if (!group) return tellGone()
  const beside = group.is_archived ? mine.archivedGroups : mine.groups
  const place = { index: beside.indexOf(group), count: beside.length }
  const isBefore = !group.is_archived && index !== undefined && place.index < index
  return moveGroup(
    { group, ...place },
    { is_archived: false, ...(index !== undefined && { index: isBefore ? index - 1 : index }) },
    pastedLabel(clip),
    tools,
  )
}
