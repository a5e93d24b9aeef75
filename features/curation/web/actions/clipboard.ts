import { arrowLineDown, arrowLineLeft, arrowLineRight, arrowLineUp, checkSquare, clipboardText, copySimple, scissors } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import { endSelection, selection, toggled } from '#shell/selection.ts'
import { clipboardKeys } from '#shell/keyboard.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { can, type StatusId } from '../../rules.ts'
import { holds, currentClip } from '../clipboard/clipboard.ts'
import { type Clip, type ClipKind, isMeant } from '../clipboard/clip.ts'
import { paste, tellOfDirectShare } from '../clipboard/paste.ts'
import { type Copyable, take } from '../clipboard/take.ts'
import { t } from '../texts.ts'

/*
 * Copying, cutting, pasting and selecting, for each kind of thing. What may be pasted depends on what is in the clipboard: `holds`.
 */

type Own = 'video' | 'serie' | 'playlist'

const section = 'clipboard'
const takesPaste = (text: string) => isMeant(currentClip(), text)

/** TypeScript does not follow that a subject of one of these types is one of these subjects. */
const asCopyable = <T extends ClipKind>(subject: SubjectOf<T>) => subject as unknown as Copyable

function takeAll<T extends ClipKind>(mode: Clip['mode'], subjects: readonly SubjectOf<T>[]): Promise<void> {
  endSelection()
  return take(mode, subjects.map(asCopyable))
}

/** Copying: whatever one sees. */
const copyAction = <T extends ClipKind>(type: T, label: () => string): Action<T> => ({
  id: `${type}.copy`,
  section,
  label,
  icon: copySimple,
  keys: clipboardKeys.copy,
  run: (subject) => take('copy', [asCopyable(subject)]),
  ...(type !== 'group' && { many: { label: () => t('many.copy'), run: (subjects) => takeAll('copy', subjects) } }),
})

/** Cutting: what one may move. */
const cutAction = <T extends ClipKind>(type: T, label: () => string, visible: (subject: SubjectOf<T>) => boolean): Action<T> => ({
  id: `${type}.cut`,
  section,
  label,
  icon: scissors,
  keys: clipboardKeys.cut,
  visible,
  run: (subject) => take('cut', [asCopyable(subject)]),
  ...(type !== 'group' && { many: { label: () => t('many.cut'), run: (subjects) => takeAll('cut', subjects) } }),
})

/** Is this the channel of the screen? There several things are selected. */
const isOnScreen = (channelId: string) => new URLSearchParams(location.search).get('playlist') === channelId

/** Begins to select several. */
const selectAction = <T extends Own>(type: T, visible: (subject: SubjectOf<T>) => boolean): Action<T> => ({
  id: `${type}.select`,
  section,
  label: () => t('select.begin'),
  icon: checkSquare,
  keys: 'x',
  visible,
  run: (subject) => selection.set((now) => toggled(now, asCopyable(subject))),
})

const mayCutVideo = ({ place }: SubjectOf<'video'>) => place?.channel.may_edit === true
const pastesVideos = (subject: SubjectOf<'video'>) => mayCutVideo(subject) && holds('video')

const pasteBeside = ({ place }: SubjectOf<'video'>, by: 0 | 1, tools: Parameters<typeof paste>[1]) => {
  if (!place) return undefined
  const { channel, series, video } = place
  return paste({ in: 'series', channel, series, index: series.videos.findIndex(({ id }) => id === video.id) + by }, tools)
}

const videoActions: readonly Action<'video'>[] = [
  copyAction('video', () => t('clipboard.copy.video')),
  cutAction('video', () => t('clipboard.cut.video'), mayCutVideo),
  {
    id: 'video.pasteLeft',
    section,
    label: () => t('clipboard.left'),
    icon: arrowLineLeft,
    visible: pastesVideos,
    run: (subject, tools) => pasteBeside(subject, 0, tools),
  },
  {
    id: 'video.pasteRight',
    section,
    label: () => t('clipboard.right'),
    icon: arrowLineRight,
    keys: clipboardKeys.paste,
    visible: pastesVideos,
    takesPaste,
    run: (subject, tools) => pasteBeside(subject, 1, tools),
  },
  selectAction('video', ({ place, channel }) => place !== undefined && isOnScreen(channel.id)),
]

const mayEdit = ({ channel }: SubjectOf<'serie'>) => channel.may_edit
const pastesSeries = (subject: SubjectOf<'serie'>) => mayEdit(subject) && holds('serie')
const positionOf = ({ channel, id }: SubjectOf<'serie'>) => channel.series.findIndex((series) => series.id === id)

const serieActions: readonly Action<'serie'>[] = [
  copyAction('serie', () => t('clipboard.copy.serie')),
  cutAction('serie', () => t('clipboard.cut.serie'), mayEdit),
  {
    id: 'serie.pasteAbove',
    section,
    label: () => t('clipboard.above'),
    icon: arrowLineUp,
    visible: pastesSeries,
    run: (subject, tools) => paste({ in: 'rows', channel: subject.channel, position: positionOf(subject) }, tools),
  },
  {
    id: 'serie.pasteBelow',
    section,
    label: () => t('clipboard.below'),
    icon: arrowLineDown,
    keys: clipboardKeys.paste,
    visible: pastesSeries,
    takesPaste,
    run: (subject, tools) => paste({ in: 'rows', channel: subject.channel, position: positionOf(subject) + 1 }, tools),
  },
  {
    id: 'serie.paste',
    section,
    label: () => t('clipboard.into_series'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: (subject) => mayEdit(subject) && holds('video'),
    takesPaste,
    run: ({ channel, series }, tools) => paste({ in: 'series', channel, series }, tools),
  },
  selectAction('serie', ({ channel }) => isOnScreen(channel.id)),
]

type Channel = SubjectOf<'playlist'>

/** In the bar, of who may move it. */
const mayMove = ({ channel, placed }: Channel) => placed !== undefined && can.archive(channel) === null
/** Beside it channels can be pasted; beside the one that is shared directly it is said why not. */
const pastesChannels = (subject: Channel) =>
  holds('playlist') &&
  ((mayMove(subject) && subject.placed?.at !== 'archive') || (subject.channel.may_edit && subject.channel.direct_publish))

const pasteInBar = ({ channel, placed }: Channel, by: 0 | 1, tools: Parameters<typeof paste>[1]) =>
  placed
    ? paste({ in: 'bar', at: placed.at, index: placed.index + by, status_id: channel.status_id as StatusId }, tools)
    : tellOfDirectShare()

const playlistActions: readonly Action<'playlist'>[] = [
  copyAction('playlist', () => t('clipboard.copy.playlist')),
  cutAction('playlist', () => t('clipboard.cut.playlist'), mayMove),
  {
    id: 'playlist.pasteLeft',
    section,
    label: () => t('clipboard.left'),
    icon: arrowLineLeft,
    visible: pastesChannels,
    run: (subject, tools) => pasteInBar(subject, 0, tools),
  },
  {
    id: 'playlist.pasteRight',
    section,
    label: () => t('clipboard.right'),
    icon: arrowLineRight,
    keys: clipboardKeys.paste,
    visible: pastesChannels,
    takesPaste,
    run: (subject, tools) => pasteInBar(subject, 1, tools),
  },
  {
    id: 'playlist.paste',
    section,
    label: () => t('clipboard.into_channel'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: ({ channel }) => channel.may_edit && holds('video', 'serie'),
    takesPaste,
    run: ({ channel, open }, tools) => paste({ in: 'channel', channel, open }, tools),
  },
  selectAction('playlist', mayMove),
]

const groupActions: readonly Action<'group'>[] = [
  copyAction('group', () => t('clipboard.copy.group')),
  cutAction(
    'group',
    () => t('clipboard.cut.group'),
    () => true,
  ),
  {
    id: 'group.pasteLeft',
    section,
    label: () => t('clipboard.left'),
    icon: arrowLineLeft,
    visible: ({ group }) => holds('group') && !group.is_archived,
    run: ({ index }, tools) => paste({ in: 'groups', index }, tools),
  },
  {
    id: 'group.pasteRight',
    section,
    label: () => t('clipboard.right'),
    icon: arrowLineRight,
    keys: clipboardKeys.paste,
    visible: ({ group }) => holds('group') && !group.is_archived,
    takesPaste,
    run: ({ index }, tools) => paste({ in: 'groups', index: index + 1 }, tools),
  },
  {
    id: 'group.paste',
    section,
    label: () => t('clipboard.into_group'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: () => holds('playlist'),
    takesPaste,
    run: ({ id, group }, tools) => paste({ in: 'bar', at: { groupId: id }, status_id: group.status_id as StatusId }, tools),
  },
]

/** Where nothing has the focus: at the end of one's own bar. */
const appActions: readonly Action<'app'>[] = [
  {
    id: 'app.paste',
    section,
    label: () => t('clipboard.into_bar'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: () => holds('playlist', 'group'),
    takesPaste,
    pasteRefusal: () => t('clipboard.not_here'),
    run: (_, tools) => paste(holds('group') ? { in: 'groups' } : { in: 'bar', at: 'other' }, tools),
  },
]

export const clipboardActions = {
  video: videoActions,
  serie: serieActions,
  playlist: playlistActions,
  group: groupActions,
  app: appActions,
} satisfies ActionTable
