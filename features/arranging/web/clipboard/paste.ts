import { storage } from '#kit/web/storage.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { channelsContract, type Playlist, type PlaylistTile } from '#features/channels/contract.ts'
import { refusalTo } from '#features/channels/rules.ts'
import { findBarPlaces } from '#features/channels/web/bar-edits.ts'
import { showNotice } from '#features/channels/web/open.ts'
import { fetchChannel } from '#features/channels/web/create-containers.ts'
import { findBarDropResult, placeItems } from '../place/place.ts'
import type { Copies, Movable, MovableType, Target } from '../place/target.ts'
import { groupSubject, playlistSubject, serieSubject, videoSubject } from '#features/channels/web/subjects.ts'
import { t as channelTexts } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import { allChannels } from '#features/channels/web/useOwnChannels.ts'
import type { Clip } from './clip.ts'
import { currentClip, saveClip, lastClip, describeItems } from './clipboard.ts'
import { sourceChannel } from './copy-or-cut.ts'

/** Whether an earlier paste still waits for the user's answer or for a response. */
let isBeginning = false

/** Pastes the clipboard. Ignores the call while an earlier paste is waiting. @throws ApiError */
export async function pasteItems(target: Target, tools: ActionTools): Promise<UndoableStep | undefined> {
  if (isBeginning) return undefined
  isBeginning = true
  try {
    return await startPaste(target, tools)
  } finally {
    isBeginning = false
  }
}

async function startPaste(target: Target, tools: ActionTools): Promise<UndoableStep | undefined> {
  const clip = currentClip()
  const step = clip && (await createPasteStep(clip, target, tools))
  if (!clip || !step) return undefined
  saveClip({ ...clip, pasted: true })
  const pending = step.pending?.catch((error: unknown) => {
    // After a refusal, the clip can be pasted again, unless something else was copied since.
    if (lastClip()?.items[0]?.id === clip.items[0]?.id) saveClip(clip)
    throw error
  })
  return { ...step, pending }
}

/** Types that can be pasted into a target. */
const kindsAcceptedIn: Readonly<Record<Target['container'], readonly MovableType[]>> = {
  series: ['video'],
  channel: ['video', 'serie'],
  bar: ['playlist'],
  groups: ['group'],
}

async function createPasteStep(clip: Clip, target: Target, tools: ActionTools): Promise<UndoableStep | undefined> {
  const isInChannel = target.container === 'series' || target.container === 'channel'
  if (!kindsAcceptedIn[target.container].includes(clip.kind)) return undefined
  if (isInChannel) {
    if (clip.mode === 'copy' && refusalTo.copyInto(target.channel) !== null) return showDirectShareNotice()
    if (target.container === 'channel' && target.index === undefined && !(await mayAdd(clip, target.channel))) return undefined
  }
  const items = clip.mode === 'copy' ? copiesOf(clip, target) : await moveCut(clip, target, tools)
  if (!('copyOf' in items) && items.length === 0) return reportItemsGone()
  if (!isInChannel && !(await mayPaste(clip, items, target))) return undefined
  return placeItems(items, target, tools, { label: t('clipboard.pasted', { what: describeItems(clip) }), isAgreed: true })
}

/** Explains that nothing can be pasted into Direct Share, because followers are notified only of shared things. */
export async function showDirectShareNotice(): Promise<undefined> {
  await showNotice({ title: t('clipboard.direct_share'), text: channelTexts('errors.use_direct_share'), action: t('notice.ok') })
}

/** Asks before pasting into a channel, unless the user has turned the question off. */
async function mayAdd(clip: Pick<Clip, 'kind' | 'items'>, { name }: PlaylistTile): Promise<boolean> {
  if (storage.get('hide_add_to_playlist_modal')) return true
  const question = {
    title: t('clipboard.add.title', { name }),
    text: t('clipboard.add.text', { what: describeItems(clip), name }),
    action: t('clipboard.add.action'),
    cancel: t('clipboard.add.cancel'),
    hideKey: 'hide_add_to_playlist_modal',
  } as const
  return (await showNotice(question)) === true
}

/** Returns the source channel if it is also the target. */
const sameChannel = (from: string, target: Target): Playlist | undefined => {
  const open = target.container === 'series' ? target.channel : target.container === 'channel' ? target.open : undefined
  return open?.id === from ? open : undefined
}

const videosIn = (channel: Playlist) =>
  channel.series.flatMap((series) => series.videos.map((video) => videoSubject(channel, series, video)))

function copiesOf({ kind, items, from }: Clip, target: Target): Copies {
  const source = kind === 'video' ? (sameChannel(from!, target) ?? sourceChannel(from!)) : undefined
  const loadedVideos = source?.series.flatMap(({ videos }) => videos)
  return { copyOf: kind, ids: items.map(({ id }) => id), from, ...(loadedVideos && { loadedVideos }) }
}

/** Finds the cut things at their current places. */
async function moveCut({ kind, items, from }: Clip, target: Target, { read }: ActionTools): Promise<readonly Movable[]> {
  if (kind === 'video' || kind === 'serie') {
    const source = sameChannel(from!, target) ?? (await fetchChannel(from!, { read }))
    const candidates: Movable[] = kind === 'video' ? videosIn(source) : source.series.map((series) => serieSubject(source, series))
    return sortAsClipped(items, candidates)
  }
  const myPlaylists = await read(channelsContract.listMyPlaylists, {})
  const places = findBarPlaces(myPlaylists)
  const groups = [myPlaylists.groups, myPlaylists.archivedGroups].flatMap((list) =>
    list.map((group, index) => groupSubject(group, { index, count: list.length })),
  )
  return sortAsClipped(
    items,
    kind === 'group' ? groups : allChannels(myPlaylists).map((channel) => playlistSubject(channel, places.get(channel.id))),
  )
}

function sortAsClipped(items: Clip['items'], candidates: readonly Movable[]): Movable[] {
  const thingsById = new Map(candidates.map((item) => [item.id, item]))
  return items.flatMap(({ id }) => thingsById.get(id) ?? [])
}

/** Clears the clipboard, because all things in it were deleted or have another owner now. */
function reportItemsGone(): undefined {
  saveClip(undefined)
  toast(t('clipboard.gone'), { warning: true })
}

/** Asks before a paste that copies channels or changes their visibility. */
async function mayPaste(clip: Clip, items: readonly Movable[] | Copies, target: Target): Promise<boolean> {
  const visibility = visibilityAfter(items, target)
  if (!visibility) return true
  const question = {
    title: t('clipboard.confirm.title', { what: describeItems(clip) }),
    text: t(`clipboard.confirm.${visibility}`),
    action: t('clipboard.paste'),
    cancel: t('clipboard.add.cancel'),
  }
  return (await showNotice(question)) === true
}

function visibilityAfter(items: readonly Movable[] | Copies, target: Target): 'public' | 'private' | 'opens' | 'closes' | undefined {
  if ('copyOf' in items) return target.container === 'bar' && target.at === 'public' ? 'public' : 'private'
  if (target.container !== 'bar') return undefined
  const channels = items.flatMap((thing) => (thing.type === 'playlist' ? thing : []))
  const result = findBarDropResult(channels, target)
  return result.allowed && result.asks ? (result.asks === 'publish' ? 'opens' : 'closes') : undefined
}
