import { Button, ButtonLink } from '#ui/Button.tsx'
import { arrowCounterClockwise, bell, check, playFill } from '#ui/icons.ts'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import type { EpgItem, TvChannel } from '../shapes.ts'
import { livePlay, playAddress } from './addresses.ts'
import { actForUser } from '#shell/act-for-user.ts'
import { isOnAir, toTimedProgramme } from './programmes.ts'
import { programmeSubject } from './subjects.ts'
import { t } from './texts.ts'

/** Plays the live stream of a channel. */
export const WatchLive = ({ tv, kind = 'accent' }: { tv: TvChannel; kind?: 'accent' | 'quiet' }) => (
  <ButtonLink
    kind={kind}
    icon={playFill}
    href={playAddress(tv.id, livePlay)}
    onClick={({ currentTarget }) => markVideoClicked(tv.id, currentTarget)}
  >
    {t('live.watch')}
  </ButtonLink>
)

/** Returns why a channel can't be watched; undefined if it can. */
export function unavailableReason(tv: TvChannel): string | undefined {
  if (tv.geo_blocked) return t('channel.geo_text')
  if (tv.is_locked) return t('live.locked')
  if (tv.is_protected) return t('live.protected')
  return tv.liveStreamUrl === null ? t('live.no_stream') : undefined
}

interface WatchButtonsProps {
  tv: TvChannel
  programme: EpgItem
  isReminded: boolean
  now: number
}

/** Actions on a programme at this time: watch it live, from its beginning or afterwards, or create a reminder. */
export function WatchButtons({ tv, programme, isReminded, now }: WatchButtonsProps) {
  const { start, stop } = toTimedProgramme({ ...programme, category: null })
  const renderStartButton = (name: string, kind: 'accent' | 'quiet', icon: string) => (
    <ButtonLink
      kind={kind}
      icon={icon}
      href={playAddress(tv.id, programme.id)}
      onClick={({ currentTarget }) => markVideoClicked(programme.id, currentTarget)}
    >
      {name}
    </ButtonLink>
  )
  if (start > now)
    return (
      <Button
        kind={isReminded ? 'quiet' : 'accent'}
        icon={isReminded ? check : bell}
        aria-pressed={isReminded}
        onClick={() => void actForUser(isReminded ? 'epg.forget' : 'epg.remind', programmeSubject(tv, programme, isReminded))}
      >
        {t(isReminded ? 'programme.reminded' : 'programme.remind')}
      </Button>
    )
  if (isOnAir({ start, stop }, now))
    return (
      <>
        {tv.liveStreamUrl !== null && !tv.is_protected && <WatchLive tv={tv} />}
        {programme.start_over_url !== null && renderStartButton(t('live.start_over'), 'quiet', arrowCounterClockwise)}
      </>
    )
  return programme.watch === 'catchup' && programme.url !== null ? renderStartButton(t('live.catch_up'), 'accent', playFill) : null
}
