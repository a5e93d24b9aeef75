/** Moves or copies things to a target. Menus, keys, drags, paste and dialogs all call {@link placeItems}. */
import { confirm } from '#ui/confirm.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { Playlist, Series } from '#features/channels/contract.ts'
import {
  type AllowedDrop,
  type DragSource,
  type CombinedDropResult,
  combinedDropResult,
  type DropTarget,
} from '#features/channels/drop-rules.ts'
import { sectionFor, type StatusId } from '#features/channels/rules.ts'
import type { BarPlace } from '#features/channels/web/bar-edits.ts'
import type { VideoPlace } from '#features/channels/web/subjects.ts'
import { t } from '../texts.ts'
import { placeCopies } from './copies.ts'
import { moveChannels, moveGroup, moveSeries, moveVideos } from './moves.ts'
import {
  type BarTarget,
  type ChannelPlace,
  type ChannelTarget,
  type Copies,
  indexExcludingMoved,
  type Movable,
  findPlace,
  type Target,
} from './target.ts'

type Channel = SubjectOf<'playlist'>

interface PlaceOptions {
  /** Label of the undo step. Default: names the things and their new place. */
  label?: string
  /** Whether the user has already agreed to a change of visibility. */
  isAgreed?: boolean
}

/**
 * Moves things of one type (at least one) to adjacent positions of a target, or copies them there. A move is one call, and undo restores
 * each position. Asks first if channels become public or stop being public.
 * @returns undefined if nothing is moved, or the user declines
 */
export function placeItems(
  items: readonly Movable[] | Copies,
  target: ChannelTarget,
  tools: ActionTools,
  options?: PlaceOptions,
): Promise<UndoableStep>
export function placeItems(
  items: readonly Movable[] | Copies,
  target: Target,
  tools: ActionTools,
  options?: PlaceOptions,
): Promise<UndoableStep | undefined>
export async function placeItems(
  items: readonly Movable[] | Copies,
  target: Target,
  tools: ActionTools,
  { label, isAgreed = false }: PlaceOptions = {},
): Promise<UndoableStep | undefined> {
  if ('copyOf' in items) return placeCopies({ ...items, label: label ?? '' }, target, tools)
  const [first] = items
  if (!first) return undefined
  const index = indexExcludingMoved(items, target)
  if (target.container === 'bar') {
    const channels = channelsIn(items)
    const result = findBarDropResult(channels, target)
    const drop = result.allowed ? result : undefined
    if (drop?.asks && !isAgreed && !(await confirm(visibilityQuestion(drop.asks, channels)))) return undefined
    const to = { at: target.at, index, status_id: drop?.status_id }
    return moveChannels(channels, to, label ?? channelsLabel(channels, drop?.act, target.at, index), tools)
  }
  if (target.container === 'groups') {
    if (first.type !== 'group') return undefined
    const to = { is_archived: target.is_archived ?? false, index }
    return moveGroup(first, to, label ?? groupLabel(first, to), tools)
  }
  const to = { channel: target.channel, series: target.container === 'series' ? target.series : undefined, index }
  if (first.type === 'serie') {
    const rows = items.flatMap((thing) => (thing.type === 'serie' ? thing.series : []))
    return moveSeries(first.channel, rows, to, label ?? seriesLabel(first.channel, rows, to), tools)
  }
  const places = items.flatMap((thing) => (thing.type === 'video' ? (thing.place ?? []) : []))
  return places.length ? moveVideos(places, to, label ?? videosLabel(places, to), tools) : undefined
}

/** Whether the thing has a neighbour on this side. */
export function hasNeighbour(item: Movable, offset: 1 | -1): boolean {
  const now = findPlace(item)
  return now !== undefined && now.index + offset >= 0 && now.index + offset < now.count
}
/** Moves a thing past its neighbour. Shows no toast, because the user sees the move. */
export async function movePast(item: Movable, offset: 1 | -1, tools: ActionTools): Promise<UndoableStep | undefined> {
  const now = findPlace(item)
  const step = now && (await placeItems([item], { ...now, index: offset < 0 ? now.index - 1 : now.index + 2 }, tools))
  return step && { ...step, quiet: true }
}

const channelsIn = (items: readonly Movable[]): readonly Channel[] => items.flatMap((thing) => (thing.type === 'playlist' ? thing : []))

/** Converts a thing for the drop rules; undefined if it can't be moved. */
export function toDragSource(item: Movable | SubjectOf<'shortcut'>): DragSource | undefined {
  const { id } = item
  if (item.type === 'shortcut') return { kind: 'shortcut', place: 'shortcuts', id }
  if (item.type === 'video') return { kind: 'video', place: 'series', id, channelId: item.channel.id, seriesId: item.seriesId }
  if (item.type === 'serie') return { kind: 'series', place: 'channel', id, channelId: item.channel.id }
  if (item.type === 'group') return { kind: 'group', place: item.group.is_archived ? 'archive' : 'groups', id }
  const { channel, placed } = item
  if (!placed)
    return channel.may_edit && (channel.watch_later || channel.direct_publish) ? { kind: 'special', place: 'account', id } : undefined
  const { at } = placed
  const status_id = channel.status_id as StatusId
  return typeof at === 'object'
    ? { kind: 'channel', place: 'group', groupId: at.groupId, id, status_id }
    : { kind: 'channel', place: at, id, status_id }
}

/** Applies the drop rules to channels at a place of the bar. */
export function findBarDropResult(channels: readonly Channel[], { at, status_id }: BarTarget): CombinedDropResult {
  const sources = channels.map(
    // On the channel's own screen, the channel's place in the bar is unknown.
    (channel) =>
      toDragSource(channel) ??
      ({ kind: 'channel', place: sectionFor(channel.channel), id: channel.id, status_id: channel.channel.status_id as StatusId } as const),
  )
  const target: DropTarget = typeof at === 'string' ? { at } : { at: 'group', id: at.groupId, ...(status_id && { status_id }) }
  return combinedDropResult(sources, target, 'editor')
}

/** Returns the reason of a refusal by the drop rules, as text. */
export function refusalText(result: CombinedDropResult, items: readonly { id: string; name: string }[]): string | undefined {
  if (result.allowed) return undefined
  const reason = t(`drop.refused.${result.refusal}`)
  const refusedItem = items.find(({ id }) => id === result.refusedId)
  return refusedItem ? t('drop.one_refused', { name: refusedItem.name, reason }) : reason
}

function visibilityQuestion(confirmation: NonNullable<AllowedDrop['asks']>, channels: readonly Channel[]) {
  const [first, ...others] = channels
  const isSingle = first && others.length === 0
  return {
    title: isSingle
      ? t(`drop.asks.${confirmation}.title`, { name: first.name })
      : t(`drop.asks.${confirmation}.titles`, { count: channels.length }),
    text: isSingle ? t(`drop.asks.${confirmation}.text`) : t(`drop.asks.${confirmation}.texts`),
    action: t(`drop.asks.${confirmation}.action`),
  }
}

function channelsLabel(channels: readonly Channel[], act: AllowedDrop['act'] | undefined, at: BarPlace, index: number | undefined): string {
  const [{ name, placed }, ...others] = channels as readonly [Channel, ...Channel[]]
  const count = channels.length
  const position = (index ?? (placed?.count ?? 1) - 1) + 1
  if (others.length > 0) {
    if (act === 'reorder') return t('many.channels_moved', { count, place: position })
    if (typeof at === 'object') return t('many.grouped', { count })
    return at === 'archive' ? t('many.archived', { count }) : t(`many.to_${at}`, { count })
  }
  if (act === 'reorder') return t('bar.moved', { name, place: position })
  if (typeof at === 'object') return t('group.put_done', { name })
  if (act === 'leave_group') return t('group.take_done', { name })
  if (act === 'restore') return t('archive.restored', { name })
  return at === 'archive' ? t('archive.done', { name }) : t(`bar.to_${at}_done`, { name })
}

function groupLabel({ name, group, count }: SubjectOf<'group'>, to: { is_archived: boolean; index: number | undefined }): string {
  if (group.is_archived === to.is_archived) return t('bar.moved', { name, place: Math.min(to.index ?? count, count - 1) + 1 })
  return t(to.is_archived ? 'archive.group_done' : 'archive.group_restored', { name })
}

function seriesLabel(from: Playlist, rows: readonly Series[], { channel, index }: ChannelPlace): string {
  const [first, ...others] = rows as readonly [Series, ...Series[]]
  const count = rows.length
  if (channel.id === from.id && index !== undefined)
    return others.length === 0
      ? t('series.moved', { name: first.name, place: index + 1 })
      : t('many.series_placed', { count, place: index + 1 })
  return others.length === 0
    ? t('series.moved_to', { name: first.name, channel: channel.name })
    : t('many.series_moved', { count, to: channel.name })
}

function videosLabel(places: readonly VideoPlace[], { channel, series, index }: ChannelPlace): string {
  const [first, ...others] = places as readonly [VideoPlace, ...VideoPlace[]]
  const to = series && channel.id === first.channel.id ? series.name : channel.name
  if (others.length > 0) return t('many.videos_moved', { count: places.length, to })
  const { title } = first.video
  return series?.id === first.series.id && index !== undefined
    ? t('video.moved', { title, place: index + 1 })
    : t('video.moved_to', { title, series: to })
}
