import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { listPlus } from '#ui/icons.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { EpgItem, TvChannel } from '#features/guide/shapes.ts'
import { copyTitle } from '../copies.ts'
import { runForUser } from '#shell/act-for-user.ts'
import { openProgramme } from '#features/guide/web/open.ts'
import { isOnAir, formatDuration, elapsedFraction, toTimedProgramme } from '#features/guide/web/programmes.ts'
import { programmeSubject } from '#features/guide/web/subjects.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'
import { formatDayFrom, formatTime } from '#features/guide/web/times.ts'
import { saveLastSeen } from './last-seen.ts'

interface EpgSeriesProps {
  tv: TvChannel
  name: string
  programmes: readonly EpgItem[]
  now: number
  /** Id of the programme to start with; undefined: the current or next one. */
  showing: string | undefined
  /** The programme in the URL. */
  found: string | undefined
}

const slotOf = (programme: EpgItem) => toTimedProgramme({ ...programme, category: null })

/** Returns the index of the current programme, else of the next one, else of the last. */
function presentIndex(programmes: readonly EpgItem[], now: number): number {
  const index = programmes.findIndex((one) => slotOf(one).stop > now)
  return index < 0 ? programmes.length - 1 : index
}

/** A title of a TV channel: its programmes by time. */
export function EpgSeries({ tv, name, programmes, now, showing, found }: EpgSeriesProps) {
  const propsOf = useSubjectMenu('epg')
  const named = programmes.findIndex(({ id }) => id === (found ?? showing))
  return (
    <Carousel
      title={name}
      count={programmes.length > 1 ? programmes.length : undefined}
      aside={
        programmes.some(({ url }) => url !== null) && (
          <IconButton
            icon={listPlus}
            iconSize={20}
            label={t('channel.copy_series', { name })}
            onClick={() => void runForUser((tools) => copyTitle(tv, name, tools))}
          />
        )
      }
      items={programmes}
      keyOf={({ id }) => id}
      showing={named < 0 ? presentIndex(programmes, now) : named}
    >
      {(programme) => {
        const slot = slotOf(programme)
        const isLive = isOnAir(slot, now)
        const which = [programme.episode, programme.subtitle].filter(Boolean).join(' · ')
        return (
          <Card
            {...propsOf(programmeSubject(tv, programme))}
            id={programme.id}
            title={which || programme.title}
            meta={`${formatDayFrom(now, slot.start)} ${formatTime(slot.start)} · ${formatDuration(slot)}`}
            picture={programme.poster ?? tv.logoId}
            live={isLive ? elapsedFraction(slot, now) : undefined}
            over={
              isLive ? (
                <Badge live>{tGuide('live.live')}</Badge>
              ) : programme.watch === 'catchup' ? (
                <Badge>{tGuide('live.catch_up')}</Badge>
              ) : null
            }
            found={programme.id === found}
            onPress={() => {
              saveLastSeen(tv.id, name, programme.id)
              openProgramme(tv.id, slot)
            }}
          />
        )
      }}
    </Carousel>
  )
}
