import { bell, broadcast, copySimple, flagBanner, listPlus, rows, shareNetwork, star, starFill } from '#ui/icons.ts'
import { openDialog } from '#ui/dialogs.ts'
import { announce, toast } from '#ui/toasts.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { ActionTable } from '#shell/registry.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { removeVideos } from '#features/curation/web/actions/made.ts'
import { sharingContract } from '#features/sharing/contract.ts'
import { televisionContract } from '../contract.ts'
import { absolute, programmeAddress, tvAddress } from './addresses.ts'
import { copyLive, copyProgramme } from './copies.ts'
import { toggleFavourite } from './favourite.ts'
import { toggleReminder } from './reminders.ts'
import { t } from './texts.ts'

type Tv = SubjectOf<'channel'>
type Epg = SubjectOf<'epg'>

const report = (type: 'channel' | 'epg', { id, name }: Tv | Epg) =>
  openDialog(() => import('#features/reports/web/ReportDialog.tsx').then((module) => module.ReportDialog), {
    thing: { type, id, name },
  }).then(() => undefined)

/** Hands a link to the system's sheet where there is one, else copies it. */
async function shareLink(title: string, url: string, onShared: (how: 'sheet' | 'link') => void): Promise<void> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url })
      onShared('sheet')
    } else {
      await navigator.clipboard.writeText(url)
      onShared('link')
      toast(t('channel.shared'))
    }
  } catch (error) {
    // Closed without sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast(t('channel.share_by_hand'), { warning: true })
    announce(url)
  }
}

const shareChannel = ({ id, name }: Tv, { change }: ActionTools) =>
  shareLink(name, absolute(tvAddress(id)), (network) => {
    // That it could not be counted is no matter to whoever shares.
    void change(sharingContract.share, { body: { shareable_type: 'channel', shareable_id: id, network } }).catch(() => {})
  })

async function shareDirectly({ id, name, tv }: Epg, { change }: ActionTools): Promise<UndoableStep> {
  const url = absolute(programmeAddress(tv.id, id))
  const shared = await change(televisionContract.shareEpgItem, { body: { epg_id: id, channel_id: tv.id, url } })
  return {
    label: t('programme.shared', { title: name }),
    undo: () => removeVideos(shared.playlist_id, shared.series_id, [shared.id], { change }),
  }
}

const favourite = (is: boolean): Action<'channel'> => ({
  id: is ? 'channel.unfollow' : 'channel.follow',
  section: 'preferences',
  label: () => t(is ? 'favourite.remove' : 'favourite.add'),
  icon: is ? starFill : star,
  keys: 'f',
  visible: ({ tv }) => tv.is_followed === is,
  run: ({ tv }, tools) => toggleFavourite(tv, tools),
})

const reminder = (is: boolean): Action<'epg'> => ({
  id: is ? 'epg.forget' : 'epg.remind',
  section: 'preferences',
  label: () => t(is ? 'programme.reminded' : 'programme.remind'),
  icon: bell,
  visible: ({ programme, isReminded }) => isReminded === is && Date.parse(programme.startTime) > Date.now(),
  run: (subject, tools) => toggleReminder(subject, tools),
})

export const televisionActions: ActionTable = {
  app: [
    { id: 'go.guide', section: 'go', label: () => t('guide.title'), icon: rows, run: (_, { go }) => go(paths.channels({ view: 'guide' })) },
  ],
  channel: [
    favourite(false),
    favourite(true),
    {
      id: 'channel.copy',
      section: 'clipboard',
      label: () => t('programme.copy'),
      icon: listPlus,
      visible: ({ tv }) => tv.liveStreamUrl !== null,
      run: copyLive,
    },
    { id: 'channel.share', section: 'share', label: () => t('channel.share'), icon: shareNetwork, run: shareChannel },
    {
      id: 'channel.report',
      section: 'share',
      label: () => t('programme.report'),
      icon: flagBanner,
      run: (subject) => report('channel', subject),
    },
  ],
  epg: [
    reminder(false),
    reminder(true),
    { id: 'epg.copy', section: 'clipboard', label: () => t('programme.copy'), icon: copySimple, run: copyProgramme },
    { id: 'epg.directShare', section: 'share', label: () => t('programme.direct_share'), icon: broadcast, run: shareDirectly },
    {
      id: 'epg.share',
      section: 'share',
      label: () => t('programme.share'),
      icon: shareNetwork,
      run: ({ id, name, tv }) => shareLink(name, absolute(programmeAddress(tv.id, id)), () => undefined),
    },
    { id: 'epg.report', section: 'share', label: () => t('programme.report'), icon: flagBanner, run: (subject) => report('epg', subject) },
  ],
}
