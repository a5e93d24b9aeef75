import { useState } from 'react'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { listPlus } from '#ui/icons.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { EpgItem, TvChannel } from '#features/guide/shapes.ts'
import { copyTitle } from '../copies.ts'
import { runForUser } from '#shell/act-for-user.ts'
import { openProgramme } from '#features/guide/web/open.ts'
import { isOnAir, formatDuration, elapsedFraction, timeLeft, toTimedProgramme } from '#features/guide/web/programmes.ts'
import { programmeSubject } from '#features/guide/web/subjects.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'
import { formatDayFrom, formatTime } from '#features/guide/web/times.ts'
import { AiringCard } from './AiringCard.tsx'
import css from './AiringCard.module.css'
import { saveLastSeen } from './last-seen.ts'

interface TitleProgrammesProps {
  tv: TvChannel
  name: string
  programmes: readonly EpgItem[]
  now: number
  /** Id of the programme to start with; undefined: the current or next one. */
  showing: string | undefined
  /** Id of the programme in the URL. */
  found: string | undefined
}

const slotOf = (programme: EpgItem) => toTimedProgramme({ ...programme, category: null })

/** Returns the index of the current programme, or else of the next one, or else of the last. */
function presentIndex(programmes: readonly EpgItem[], now: number): number {
  const index = programmes.findIndex((programme) => slotOf(programme).stop > now)
  return index < 0 ? programmes.length - 1 : index
}

/** Returns the picture that all programmes of a row share; undefined if they differ. */
function commonPicture(programmes: readonly EpgItem[], logo: string | null): string | null | undefined {
  const [first, ...others] = new Set(programmes.map(({ poster }) => poster ?? logo))
  return others.length > 0 ? undefined : (first ?? null)
}

/** A title of a TV channel, with its programmes by time. Past programmes are collapsed. A picture that all share is shown once. */
export function TitleProgrammes({ tv, name, programmes, now, showing, found }: TitleProgrammesProps) {
  const propsOf = useSubjectMenu('epg')
  const present = presentIndex(programmes, now)
  const programmeIndex = programmes.findIndex(({ id }) => id === (found ?? showing))
  const [isFolded, setIsFolded] = useState(programmeIndex < 0 || programmeIndex >= present)
  const past = isFolded ? present : 0
  const visible = programmes.slice(past)
  const picture = commonPicture(programmes, tv.logoId)
  return (
    <Carousel
      title={name}
      lead={
        picture !== undefined && (
          <PictureFrame className={css.picture}>
            <Picture id={tv.id} name={name} source={picture} shape="card" sizes="72px" />
          </PictureFrame>
        )
      }
      aside={
        <>
          {present > 0 && (
            <Button className={css.earlier} kind="text" size="s" aria-expanded={!isFolded} onClick={() => setIsFolded(!isFolded)}>
              {t('channel.earlier', { count: present })}
            </Button>
          )}
          {programmes.some(({ url }) => url !== null) && (
            <IconButton
              icon={listPlus}
              iconSize={20}
              label={t('channel.copy_series', { name })}
              onClick={() => void runForUser((tools) => copyTitle(tv, name, tools))}
            />
          )}
        </>
      }
      items={visible}
      keyOf={({ id }) => id}
      showing={(programmeIndex < 0 ? present : programmeIndex) - past}
    >
      {(programme) => {
        const slot = slotOf(programme)
        const isLive = isOnAir(slot, now)
        const shared = {
          ...propsOf(programmeSubject(tv, programme)),
          id: programme.id,
          title: `${formatDayFrom(now, slot.start)} ${formatTime(slot.start)}`,
          meta: [programme.episode, programme.subtitle, formatDuration(slot)].filter(Boolean).join(' · '),
          found: programme.id === found,
          onClick: () => {
            saveLastSeen(tv.id, name, programme.id)
            openProgramme(tv.id, slot)
          },
        }
        const note = isLive ? tGuide('live.live') : programme.watch === 'catchup' ? tGuide('live.catch_up') : undefined
        const elapsed = isLive ? elapsedFraction(slot, now) : undefined
        return picture === undefined ? (
          <Card {...shared} picture={programme.poster ?? tv.logoId} live={elapsed} over={note && <Badge live={isLive}>{note}</Badge>} />
        ) : (
          <AiringCard
            {...shared}
            note={note}
            live={elapsed === undefined ? undefined : { value: elapsed, label: tGuide('live.left_short', { length: timeLeft(slot, now) }) }}
          />
        )
      }}
    </Carousel>
  )
}
