import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { arrowCounterClockwise, broadcast, flagBanner, shareNetwork } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { isPlainClick } from '#shell/links.ts'
import { useGo } from '#shell/navigation.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../../contract.ts'
import { livePlay, playAddress } from '#features/guide/web/addresses.ts'
import { actForUser } from '#shell/act-for-user.ts'
import { FavouriteButton } from '#features/guide/web/FavouriteButton.tsx'
import { useNow } from '#features/guide/web/now.ts'
import { openProgramme } from '#features/guide/web/open.ts'
import { programmeSubject } from '#features/guide/web/subjects.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'
import { formatTime } from '#features/guide/web/times.ts'
import { findOnAir } from './on-air.ts'
import css from './TvInfo.module.css'

interface TvInfoProps {
  subject: SubjectOf<'channel'> | SubjectOf<'epg'>
}

/** Actions on a TV channel or programme, and the next programme. The timeline shows the progress. */
export function TvInfo({ subject }: TvInfoProps) {
  const now = useNow()
  const { data } = useRead(tvWatchingContract.getTvChannel, { params: { id: subject.tv.id } })
  const tv = data ?? subject.tv
  const { current, coming } = data ? findOnAir(data, now) : {}
  const isLive = subject.type === 'channel'
  const shareSubject = isLive
    ? subject
    : programmeSubject(tv, { id: subject.id, title: subject.name, ...subject.programme }, subject.isReminded)
  return (
    <div className={css.info} data-tv="">
      <div className={css.row}>
        {isLive
          ? current && tv.catchup_days > 0 && <StartOver channelId={tv.id} programmeId={current.id} />
          : !tv.geo_blocked && <LiveButton channelId={tv.id} />}
        <FavouriteButton tv={tv} />
        <IconButton
          icon={shareNetwork}
          label={tGuide('channel.share')}
          onClick={() =>
            void (shareSubject.type === 'channel' ? actForUser('channel.share', shareSubject) : actForUser('epg.share', shareSubject))
          }
        />
        <IconButton
          icon={flagBanner}
          label={tGuide('programme.report')}
          onClick={() =>
            void (shareSubject.type === 'channel' ? actForUser('channel.report', shareSubject) : actForUser('epg.report', shareSubject))
          }
        />
        {coming && isLive && (
          <button type="button" className={css.next} onClick={() => openProgramme(tv.id, coming)}>
            <small>{t('live.next', { time: formatTime(coming.start) })}</small>
            <b>{coming.title}</b>
          </button>
        )}
      </div>
    </div>
  )
}

interface StreamProps {
  channelId: string
}

/** Plays the current programme from its beginning, if the channel supports it. */
function StartOver({ channelId, programmeId }: StreamProps & { programmeId: string }) {
  const { data } = useRead(guideContract.getEpgItem, { params: { id: programmeId }, query: { channel: channelId } })
  if (!data?.start_over_url) return null
  return (
    <StreamButton
      id={programmeId}
      href={playAddress(channelId, programmeId)}
      icon={arrowCounterClockwise}
      name={tGuide('live.start_over')}
    />
  )
}

const LiveButton = ({ channelId }: StreamProps) => (
  <StreamButton id={channelId} href={playAddress(channelId, livePlay)} icon={broadcast} name={t('live.to_live')} />
)

/** Plays another stream of the channel in the current player. */
function StreamButton({ id, href, icon, name }: { id: string; href: string; icon: string; name: string }) {
  const go = useGo()
  return (
    <ButtonLink
      kind="quiet"
      size="s"
      icon={icon}
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        markVideoClicked(id)
        go(href, { replace: true })
      }}
    >
      {name}
    </ButtonLink>
  )
}
