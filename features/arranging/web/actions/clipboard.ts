import { arrowLineDown, arrowLineLeft, arrowLineRight, arrowLineUp, checkSquare, clipboardText, copySimple, scissors } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import { endSelection, selection, toggleSubject } from '#shell/selection.ts'
import { clipboardKeys } from '#shell/keyboard.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { refusalTo, type StatusId } from '#features/channels/rules.ts'
import { clipboardHasType, currentClip } from '../clipboard/clipboard.ts'
import { type Clip, matchesClip } from '../clipboard/clip.ts'
import { pasteItems, showDirectShareNotice } from '../clipboard/paste.ts'
import { copyOrCut } from '../clipboard/copy-or-cut.ts'
import { type Movable, type MovableType, findPlace } from '../place/target.ts'
import { t } from '../texts.ts'

/* Copy, cut, paste and select actions for each type. */

type SelectableType = 'video' | 'serie' | 'playlist'

const section = 'clipboard'
const matchesClipboard = (text: string) => matchesClip(currentClip(), text)

/** Casts a subject, because TypeScript can't infer that `SubjectOf<T>` is `Movable`. */
const asMovable = <T extends MovableType>(subject: SubjectOf<T>) => subject as unknown as Movable

function copyOrCutAll<T extends MovableType>(mode: Clip['mode'], subjects: readonly SubjectOf<T>[]): Promise<void> {
  endSelection()
  return copyOrCut(mode, subjects.map(asMovable))
}

/** Copies anything that the user can see. */
const copyAction = <T extends MovableType>(type: T, label: () => string): Action<T> => ({
  id: `${type}.copy`,
  section,
  label,
  icon: copySimple,
  keys: clipboardKeys.copy,
  run: (subject) => copyOrCut('copy', [asMovable(subject)]),
  ...(type !== 'group' && { many: { label: () => t('many.copy'), run: (subjects) => copyOrCutAll('copy', subjects) } }),
})

/** Cuts anything that the user can move. */
const cutAction = <T extends MovableType>(type: T, label: () => string, visible: (subject: SubjectOf<T>) => boolean): Action<T> => ({
  id: `${type}.cut`,
  section,
  label,
  icon: scissors,
  keys: clipboardKeys.cut,
  visible,
  run: (subject) => copyOrCut('cut', [asMovable(subject)]),
  ...(type !== 'group' && { many: { label: () => t('many.cut'), run: (subjects) => copyOrCutAll('cut', subjects) } }),
})

/** Whether the channel is on screen: only then can its series and videos be selected. */
const isOnScreen = (channelId: string) => new URLSearchParams(location.search).get('playlist') === channelId

/** Starts a selection. */
const selectAction = <T extends SelectableType>(type: T, visible: (subject: SubjectOf<T>) => boolean): Action<T> => ({
  id: `${type}.select`,
  section,
  label: () => t('select.begin'),
  icon: checkSquare,
  keys: 'x',
  visible,
  run: (subject) => selection.set((now) => toggleSubject(now, asMovable(subject))),
})

const pasteSides = {
  x: [
    { name: 'Left', label: () => t('clipboard.left'), icon: arrowLineLeft },
    { name: 'Right', label: () => t('clipboard.right'), icon: arrowLineRight },
  ],
  y: [
    { name: 'Above', label: () => t('clipboard.above'), icon: arrowLineUp },
    { name: 'Below', label: () => t('clipboard.below'), icon: arrowLineDown },
  ],
} as const

/** Pastes before or after a thing. Beside Direct Share, which has no place, shows a notice that explains why nothing can be pasted. */
const pasteBeside = <T extends MovableType>(
  type: T,
  [before, after]: (typeof pasteSides)[keyof typeof pasteSides],
  visible: (subject: SubjectOf<T>) => boolean,
): Action<T>[] => {
  const actionOf = ({ name, label, icon }: typeof before | typeof after, offset: 0 | 1): Action<T> => ({
    id: `${type}.paste${name}`,
    section,
    label,
    icon,
    visible,
    run(subject, tools) {
      const beside = findPlace(asMovable(subject))
      return beside ? pasteItems({ ...beside, index: beside.index + offset }, tools) : showDirectShareNotice()
    },
  })
  return [actionOf(before, 0), { ...actionOf(after, 1), keys: clipboardKeys.paste, matchesClipboard }]
}

const mayCutVideo = ({ place }: SubjectOf<'video'>) => place?.channel.may_edit === true
const canPasteVideos = (subject: SubjectOf<'video'>) => mayCutVideo(subject) && clipboardHasType('video')

const videoActions: readonly Action<'video'>[] = [
  copyAction('video', () => t('clipboard.copy.video')),
  cutAction('video', () => t('clipboard.cut.video'), mayCutVideo),
  ...pasteBeside('video', pasteSides.x, canPasteVideos),
  selectAction('video', ({ place, channel }) => place !== undefined && isOnScreen(channel.id)),
]

const mayEdit = ({ channel }: SubjectOf<'serie'>) => channel.may_edit
const canPasteSeries = (subject: SubjectOf<'serie'>) => mayEdit(subject) && clipboardHasType('serie')

const serieActions: readonly Action<'serie'>[] = [
  copyAction('serie', () => t('clipboard.copy.serie')),
  cutAction('serie', () => t('clipboard.cut.serie'), mayEdit),
  ...pasteBeside('serie', pasteSides.y, canPasteSeries),
  {
    id: 'serie.paste',
    section,
    label: () => t('clipboard.into_series'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: (subject) => mayEdit(subject) && clipboardHasType('video'),
    matchesClipboard,
    run: ({ channel, series }, tools) => pasteItems({ container: 'series', channel, series }, tools),
  },
  selectAction('serie', ({ channel }) => isOnScreen(channel.id)),
]

type Channel = SubjectOf<'playlist'>

/** Whether the channel is in the bar and the user may move it. */
const mayMove = ({ channel, placed }: Channel) => placed !== undefined && refusalTo.archive(channel) === null
/** Whether "Paste" is shown beside a channel. Also true for Direct Share, where "Paste" shows a notice with the reason of the refusal. */
const canPasteChannels = (subject: Channel) =>
  clipboardHasType('playlist') &&
  ((mayMove(subject) && subject.placed?.at !== 'archive') || (subject.channel.may_edit && subject.channel.direct_publish))

const playlistActions: readonly Action<'playlist'>[] = [
  copyAction('playlist', () => t('clipboard.copy.playlist')),
  cutAction('playlist', () => t('clipboard.cut.playlist'), mayMove),
  ...pasteBeside('playlist', pasteSides.x, canPasteChannels),
  {
    id: 'playlist.paste',
    section,
    label: () => t('clipboard.into_channel'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: ({ channel }) => channel.may_edit && clipboardHasType('video', 'serie'),
    matchesClipboard,
    run: ({ channel, open }, tools) => pasteItems({ container: 'channel', channel, open }, tools),
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
  ...pasteBeside('group', pasteSides.x, ({ group }) => clipboardHasType('group') && !group.is_archived),
  {
    id: 'group.paste',
    section,
    label: () => t('clipboard.into_group'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: () => clipboardHasType('playlist'),
    matchesClipboard,
    run: ({ id, group }, tools) => pasteItems({ container: 'bar', at: { groupId: id }, status_id: group.status_id as StatusId }, tools),
  },
]

/** Pastes at the end of the user's bar if no thing has the focus. */
const appActions: readonly Action<'app'>[] = [
  {
    id: 'app.paste',
    section,
    label: () => t('clipboard.into_bar'),
    icon: clipboardText,
    keys: clipboardKeys.paste,
    visible: () => clipboardHasType('playlist', 'group'),
    matchesClipboard,
    pasteRefusal: () => t('clipboard.not_here'),
    run: (_, tools) => pasteItems(clipboardHasType('group') ? { container: 'groups' } : { container: 'bar', at: 'other' }, tools),
  },
]

export const clipboardActions = {
  video: videoActions,
  serie: serieActions,
  playlist: playlistActions,
  group: groupActions,
  app: appActions,
} satisfies ActionTable
