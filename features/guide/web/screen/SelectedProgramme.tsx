import { useRead } from '#kit/web/read.ts'
import { Disc } from '#ui/Disc.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { info, listPlus } from '#ui/icons.ts'
import { Picture } from '#ui/Picture.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { guideContract } from '../../contract.ts'
import type { TvChannel } from '../../shapes.ts'
import { actForUser } from '#shell/act-for-user.ts'
import { OnAirLabel } from '../OnAirLabel.tsx'
import { openProgramme } from '../open.ts'
import { isOnAir, timeLeft, elapsedFraction, type TimedProgramme } from '../programmes.ts'
import { programmeSubject } from '../subjects.ts'
import { t as tChannels } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import { formatDayFrom, formatSpan } from '../times.ts'
import { WatchButtons, WatchLive, unavailableReason } from '../WatchButtons.tsx'
import { useDebounced } from '#ui/useDebounced.ts'
import css from './SelectedProgramme.module.css'

/** How long a programme must be selected before its details are requested, in ms, as arrow keys pass many programmes. */
const loadDelayMs = 250

interface SelectedProgrammeProps {
  channel: TvChannel | undefined
  programme: TimedProgramme | undefined
  now: number
}

/** The selected programme, large, above the guide on large screens. */
export function SelectedProgramme({ channel, programme, now }: SelectedProgrammeProps) {
  const debouncedId = useDebounced(programme?.id, loadDelayMs)
  const isDebounced = debouncedId !== undefined && debouncedId === programme?.id
  const { data } = useRead(
    guideContract.getEpgItem,
    { params: { id: debouncedId ?? '' }, query: { ...(channel && { channel: channel.id }) } },
    { enabled: isDebounced && channel !== undefined },
  )
  const detail = isDebounced && data?.id === programme?.id ? data : undefined
  const isLive = programme !== undefined && isOnAir(programme, now)
  return (
    <section className={css.spot} aria-live="off">
      {detail?.poster && (
        <div className={css.picture} aria-hidden="true">
          <Picture id={detail.id} name="" source={detail.poster} shape="card" sizes="384px" eager />
        </div>
      )}
      {channel && (
        <div className={css.about}>
          <div className={css.line}>
            <Disc id={channel.id} name={channel.name} picture={channel.logoId} size={44} eager />
            {isLive && <OnAirLabel />}
            {programme && (
              <span className={css.when}>
                {isLive
                  ? `${formatSpan(programme)} · ${t('live.left_short', { length: timeLeft(programme, now) })}`
                  : `${formatDayFrom(now, programme.start)} ${formatSpan(programme)}`}
              </span>
            )}
          </div>
          <h2 className={css.title}>{programme?.title ?? channel.name}</h2>
          <p className={css.text}>
            {programme
              ? [detail?.episode, programme.subtitle, detail?.description].filter(Boolean).join('. ').replaceAll('..', '.')
              : (unavailableReason(channel) ?? t('guide.nothing_known'))}
          </p>
          {isLive && (
            <Progress
              className={css.progress}
              tone="live"
              label={t('live.left', { length: timeLeft(programme, now), span: formatSpan(programme) })}
              value={elapsedFraction(programme, now)}
            />
          )}
          <div className={css.buttons}>
            {programme && detail ? (
              <>
                <WatchButtons tv={channel} programme={detail} isReminded={detail.is_reminded} now={now} />
                <IconButton
                  kind="quiet"
                  icon={listPlus}
                  iconSize={20}
                  label={tChannels('place.save_title')}
                  onClick={() => void actForUser('epg.copy', programmeSubject(channel, detail, detail.is_reminded))}
                />
                <IconButton
                  kind="quiet"
                  icon={info}
                  iconSize={20}
                  label={t('guide.keys.open')}
                  onClick={() => openProgramme(channel.id, programme)}
                />
              </>
            ) : (
              (isLive || !programme) && !unavailableReason(channel) && <WatchLive tv={channel} />
            )}
          </div>
        </div>
      )}
    </section>
  )
}
