import { bell, flagBanner, rows, shareNetwork, star, starFill } from '#ui/icons.ts'
import { openDialog } from '#ui/dialogs.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { guideContract } from '../contract.ts'
import { toAbsoluteUrl, programmeAddress, tvAddress } from './addresses.ts'
import { t } from './texts.ts'
import { patchThing } from '#kit/web/change.ts'
import { serverNow } from '#kit/web/server-time.ts'
import { socialContract } from '#features/social/contract.ts'
import type { DetailedEpgItem, TvChannel } from '../shapes.ts'

const setReminded = ({ id, tv }: SubjectOf<'epg'>, isReminded: boolean, { change }: ActionTools): Promise<unknown> => {
  const shows = { optimistic: () => [patchThing<DetailedEpgItem>('epg', id, { is_reminded: isReminded })] }
  return isReminded
    ? change(guideContract.createReminder, { body: { epg_id: id, channel_id: tv.id } }, shows)
    : change(guideContract.deleteReminder, { params: { epg_id: id } }, shows)
}

/** Creates or deletes a reminder of a programme. */
export const toggleReminder = (subject: SubjectOf<'epg'>, tools: ActionTools): UndoableStep => ({
  label: t(subject.isReminded ? 'programme.remind_removed' : 'programme.remind_done', { title: subject.name }),
  pending: setReminded(subject, !subject.isReminded, tools),
  undo: () => setReminded(subject, subject.isReminded, tools),
  redo: () => setReminded(subject, !subject.isReminded, tools),
})

const setFollowed = (id: string, is_followed: boolean, { change }: ActionTools) =>
  change(
    is_followed ? socialContract.follow : socialContract.unfollow,
    { body: { following_type: 'channel', following_id: id } },
    { optimistic: () => [patchThing<TvChannel>('channel', id, { is_followed })] },
  )

/** Follows or unfollows a TV channel. Followed channels are the favourites, which come first in lists and in the guide. */
export const toggleFavourite = ({ id, name, is_followed }: TvChannel, tools: ActionTools): UndoableStep => ({
  label: t(is_followed ? 'favourite.removed' : 'favourite.added', { name }),
  pending: setFollowed(id, !is_followed, tools),
  undo: () => setFollowed(id, is_followed, tools),
  redo: () => setFollowed(id, !is_followed, tools),
})

type Tv = SubjectOf<'channel'>
type Epg = SubjectOf<'epg'>

const createReportAction = ({ type, id, name, tv }: Tv | Epg) =>
  openDialog(() => import('#features/reports/web/ReportDialog.tsx').then((module) => module.ReportDialog), {
    thing: { type, id, name, tvChannelId: tv.id },
  }).then(() => undefined)

/** Sharing a programme counts as a share of its channel. */
const openLinkDialog = (heading: string, title: string, path: string, tvChannelId: string) =>
  openDialog(() => import('#features/sharing/web/LinkDialog.tsx').then((module) => module.LinkDialog), {
    heading,
    title,
    url: toAbsoluteUrl(path),
    counted: { shareable_type: 'channel', shareable_id: tvChannelId },
  }).then(() => undefined)

const createFavouriteAction = (isSet: boolean): Action<'channel'> => ({
  id: isSet ? 'channel.unfollow' : 'channel.follow',
  section: 'preferences',
  label: () => t(isSet ? 'favourite.remove' : 'favourite.add'),
  icon: isSet ? starFill : star,
  keys: 'f',
  visible: ({ tv }) => tv.is_followed === isSet,
  run: ({ tv }, tools) => toggleFavourite(tv, tools),
})

const createReminderAction = (isSet: boolean): Action<'epg'> => ({
  id: isSet ? 'epg.forget' : 'epg.remind',
  section: 'preferences',
  label: () => t(isSet ? 'programme.reminded' : 'programme.remind'),
  icon: bell,
  visible: ({ programme, isReminded }) => isReminded === isSet && Date.parse(programme.startTime) > serverNow(),
  run: (subject, tools) => toggleReminder(subject, tools),
})

export const guideActions: ActionTable = {
  app: [
    { id: 'go.guide', section: 'go', label: () => t('guide.title'), icon: rows, run: (_, { go }) => go(paths.channels({ view: 'guide' })) },
  ],
  channel: [
    createFavouriteAction(false),
    createFavouriteAction(true),
    {
      id: 'channel.share',
      section: 'share',
      label: () => t('channel.share'),
      icon: shareNetwork,
      run: ({ id, name }) => openLinkDialog(t('channel.share'), name, tvAddress(id), id),
    },
    {
      id: 'channel.report',
      section: 'share',
      label: () => t('programme.report'),
      icon: flagBanner,
      run: createReportAction,
    },
  ],
  epg: [
    createReminderAction(false),
    createReminderAction(true),
    {
      id: 'epg.share',
      section: 'share',
      label: () => t('programme.share'),
      icon: shareNetwork,
      run: ({ id, name, tv }) => openLinkDialog(t('programme.share'), name, programmeAddress(tv.id, id), tv.id),
    },
    { id: 'epg.report', section: 'share', label: () => t('programme.report'), icon: flagBanner, run: createReportAction },
  ],
}
