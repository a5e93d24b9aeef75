import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/chips.tsx'
import { actionsRef, Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { broadcast, flagBanner, listPlus, shareNetwork } from '#ui/icons.ts'
import { LongText } from '#ui/LongText.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { useDelayed } from '#ui/useDelayed.ts'
import { PackagePanel } from '#features/channels/web/PackagePanel.tsx'
import { guideContract } from '../contract.ts'
import type { DetailedEpgItem } from '../shapes.ts'
import { tvAddress } from './addresses.ts'
import { actForUser } from '#shell/act-for-user.ts'
import { genreName } from './genres.ts'
import { useNow } from './now.ts'
import { OnAirLabel } from './OnAirLabel.tsx'
import css from './ProgrammeDialog.module.css'
import {
  type ChooseProgramme,
  isOnAir,
  type KnownProgramme,
  formatDuration,
  elapsedFraction,
  toTimedProgramme,
  timeLeft,
} from './programmes.ts'
import { programmeSubject } from './subjects.ts'
import { t as tChannels } from '#features/channels/web/texts.ts'
import { t } from './texts.ts'
import { formatDayFrom, formatSpan, formatTime } from './times.ts'
import { WatchButtons, unavailableReason } from './WatchButtons.tsx'

interface ProgrammeDialogProps {
  channelId: string
  known: KnownProgramme
  onChoose: ChooseProgramme
}

/** A programme: its time, description, other broadcasts, and actions. */
export function ProgrammeDialog({ channelId, known, onChoose }: ProgrammeDialogProps & CloseProps) {
  const now = useNow()
  const read = useRead(guideContract.getEpgItem, { params: { id: known.id }, query: { channel: channelId } })
  const isLate = useDelayed(read.data === undefined && !read.error)
  const { data, error } = read
  const isLive = isOnAir(known, now)
  return (
    <Dialog
      title={data?.title ?? known.title}
      isForReading
      text={
        <span className={css.when}>
          {isLive && <OnAirLabel />}
          <span>
            {formatDayFrom(now, known.start)} {formatSpan(known)} · {formatDuration(known)}
          </span>
        </span>
      }
    >
      <div className={css.content}>
        {isLive && (
          <Progress
            tone="live"
            label={t('live.left', { length: timeLeft(known, now), span: formatSpan(known) })}
            value={elapsedFraction(known, now)}
          />
        )}
        {data ? (
          <ProgrammeDetails programme={data} now={now} onChoose={onChoose} />
        ) : error ? (
          <Alert>{error.status === 404 ? t('programme.gone') : t('programme.failed')}</Alert>
        ) : (
          isLate && (
            <Skeleton label={t('programme.loading')}>
              <SkeletonBlock height={48} shape="round" />
              <SkeletonBlock />
              <SkeletonBlock width="70%" />
            </Skeleton>
          )
        )}
        {error && error.status !== 404 && <Button onClick={() => void read.refetch()}>{t('guide.again')}</Button>}
      </div>
    </Dialog>
  )
}

function ProgrammeDetails({ programme, now, onChoose }: { programme: DetailedEpgItem; now: number; onChoose: ChooseProgramme }) {
  const { channel: tv, again, is_reminded: isReminded } = programme
  const subject = programmeSubject(tv, programme, isReminded)
  const reason = unavailableReason(tv)
  const isUnavailable = programme.watch === 'over' || (programme.watch === 'catchup' && programme.url === null)
  const details = [
    programme.is_new && t('programme.new'),
    programme.is_repeat && t('programme.repeat'),
    ...new Set(programme.categories.map(genreName)),
    programme.year !== null && String(programme.year),
    programme.rating,
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
  return (
    <>
      <a className={css.channel} href={tvAddress(tv.id)} aria-label={t('programme.to_channel', { name: tv.name })}>
        <Disc id={tv.id} name={tv.name} picture={tv.logoId} size={36} />
        <span>{tv.name}</span>
      </a>
      {programme.poster && (
        <PictureFrame ratio={16 / 9}>
          <Picture id={programme.id} name={programme.title} source={programme.poster} shape="card" sizes="560px" eager />
        </PictureFrame>
      )}
      {(programme.episode ?? programme.subtitle) && (
        <p className={css.episode}>{[programme.episode, programme.subtitle].filter(Boolean).join(' · ')}</p>
      )}
      <div ref={actionsRef} className={css.buttons}>
        <WatchButtons tv={tv} programme={programme} isReminded={isReminded} now={now} />
        <Button icon={listPlus} onClick={() => void actForUser('epg.copy', subject)}>
          {tChannels('place.save_title')}
        </Button>
      </div>
      {tv.is_locked && !tv.geo_blocked ? (
        <PackagePanel tiers={tv.tiers} />
      ) : reason ? (
        <p className={css.quiet}>{reason}</p>
      ) : (
        isUnavailable && <p className={css.quiet}>{t('programme.over')}</p>
      )}
      {programme.description && <LongText key={programme.id}>{programme.description}</LongText>}
      {details.length > 0 && (
        <section aria-label={t('programme.facts')}>
          <Chips>
            {details.map((fact) => (
              <Chip key={fact}>{fact}</Chip>
            ))}
          </Chips>
        </section>
      )}
      {again.length > 0 && (
        <section>
          <h3 className={css.heading}>{t('programme.again')}</h3>
          <ul className={css.again}>
            {again.map(({ channel_id: id, channel_name: name, programme: other }) => {
              const slot = toTimedProgramme(other)
              return (
                <li key={`${id} ${other.id}`}>
                  <button type="button" className={css.other} onClick={() => onChoose(id, slot)}>
                    <span className={css.time}>
                      {formatDayFrom(now, slot.start)} {formatTime(slot.start)}
                    </span>
                    <span>{[other.subtitle ?? (other.title !== programme.title && other.title), name].filter(Boolean).join(' · ')}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <div className={css.more}>
        <Button kind="text" size="s" icon={shareNetwork} onClick={() => void actForUser('epg.share', subject)}>
          {t('programme.share')}
        </Button>
        <Button kind="text" size="s" icon={broadcast} onClick={() => void actForUser('epg.directShare', subject)}>
          {t('programme.direct_share')}
        </Button>
        <Button kind="text" size="s" icon={flagBanner} onClick={() => void actForUser('epg.report', subject)}>
          {t('programme.report')}
        </Button>
      </div>
    </>
  )
}
