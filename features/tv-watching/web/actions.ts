import { serverNow } from '#kit/web/server-time.ts'
import { arrowSquareOut, broadcast, copySimple, listPlus } from '#ui/icons.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { removeVideos } from '#features/channels/web/create-containers.ts'
import { toAbsoluteUrl, programmeAddress } from '#features/guide/web/addresses.ts'
import { tvWatchingContract } from '../contract.ts'
import { copyLiveStream, copyProgramme } from './copies.ts'
import { openExternally } from './external.ts'
import { t as tChannels } from '#features/channels/web/texts.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from './texts.ts'

type Tv = SubjectOf<'channel'>
type Epg = SubjectOf<'epg'>

async function shareDirectly({ id, name, tv }: Epg, { change }: ActionTools): Promise<UndoableStep> {
  const url = toAbsoluteUrl(programmeAddress(tv.id, id))
  const share = () => change(tvWatchingContract.shareEpgItem, { body: { epg_id: id, channel_id: tv.id, url } })
  let shared = await share()
  return {
    label: t('programme.shared', { title: name }),
    undo: () => removeVideos(shared.playlist_id, shared.series_id, [shared.id], { change }),
    redo: async () => void (shared = await share()),
  }
}

/** Whether a programme is on now, or within the channel's catch-up. */
function canPlay({ catchup_days }: Tv['tv'], { startTime, stopTime }: Epg['programme']): boolean {
  const now = serverNow()
  return Date.parse(startTime) <= now && (Date.parse(stopTime) > now || Date.parse(startTime) >= now - catchup_days * 86_400_000)
}

export const tvWatchingActions: ActionTable = {
  channel: [
    {
      id: 'channel.copy',
      section: 'clipboard',
      label: () => tChannels('place.save_title'),
      icon: listPlus,
      visible: ({ tv }) => tv.liveStreamUrl !== null,
      run: copyLiveStream,
    },
    {
      id: 'channel.external',
      section: 'share',
      forGuests: true,
      label: () => t('external.open'),
      icon: arrowSquareOut,
      visible: ({ tv }) => tv.liveStreamUrl !== null,
      run: openExternally,
    },
  ],
  epg: [
    { id: 'epg.copy', section: 'clipboard', label: () => tChannels('place.save_title'), icon: copySimple, run: copyProgramme },
    {
      id: 'epg.external',
      section: 'share',
      forGuests: true,
      label: () => t('external.open'),
      icon: arrowSquareOut,
      visible: ({ tv, programme }) => tv.liveStreamUrl !== null && canPlay(tv, programme),
      run: openExternally,
    },
    { id: 'epg.directShare', section: 'share', label: () => tGuide('programme.direct_share'), icon: broadcast, run: shareDirectly },
  ],
}
