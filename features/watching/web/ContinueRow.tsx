import { useRead } from '#kit/web/read.ts'
import { Card } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { videoCardSubject } from '#features/channels/web/subjects.ts'
import { usePlayLink } from '#features/channels/web/usePlayLink.ts'
import { VideoCardView } from '#features/channels/web/VideoCardView.tsx'
import { type ContinueItem, type ContinueProgramme, watchingContract } from '../contract.ts'
import { progressFraction } from '../rules.ts'
import css from './CardProgress.module.css'
import { continueQuery } from './positions.ts'
import { t } from './texts.ts'

/** "Continue watching", the first row of both home pages. Takes no space while it has no cards. */
export function ContinueRow({ subject: { id } }: { subject: SubjectOf<'view'> }) {
  return id === 'globe' || id === 'heart' ? <LoadedContinueRow home={id} /> : null
}

type StartedItem = { type: 'video'; item: ContinueItem } | { type: 'epg'; item: ContinueProgramme }

function LoadedContinueRow({ home }: { home: 'globe' | 'heart' }) {
  const videos = useRead(watchingContract.listVideosToContinue, continueQuery)
  const programmes = useRead(watchingContract.listProgrammesToContinue, { query: {} })
  const playLink = usePlayLink(home)
  const propsOf = useSubjectMenu('video')
  if (!videos.data && videos.error) return <FailedRow message={t('continue.failed')} onAgain={() => void videos.refetch()} />
  // Waits for both lists, because a list that loads later would move the other one aside.
  if (!videos.data || (!programmes.data && !programmes.error)) return <CarouselPlaceholder />
  const startedItems: StartedItem[] = [
    ...videos.data.data.map((item): StartedItem => ({ type: 'video', item })),
    ...(programmes.data?.data ?? []).map((item): StartedItem => ({ type: 'epg', item })),
  ].toSorted((a, b) => Date.parse(b.item.viewed_at) - Date.parse(a.item.viewed_at))
  if (startedItems.length === 0) return null
  return (
    <Carousel
      title={t('continue.title')}
      isWhole
      items={startedItems}
      keyOf={({ type, item }) => (type === 'video' ? item.id : item.epg_id)}
    >
      {({ type, item }) => {
        if (type === 'epg') return <ProgrammeCard item={item} />
        const subject = videoCardSubject(item.playlist, { id: item.series_id }, item)
        return (
          <VideoCardView
            video={item}
            subject={subject}
            subjectProps={propsOf(subject)}
            from={<LockedLine isLocked={item.playlist.is_locked}>{item.playlist.name}</LockedLine>}
            {...playLink(item.playlist.id, item.id)}
          />
        )
      }}
    </Carousel>
  )
}

/** A card that resumes a programme. */
function ProgrammeCard({
  item: { epg_id, channel_id, channel_name, is_locked: isLocked, title, image, logoId, position, duration },
}: {
  item: ContinueProgramme
}) {
  const fraction = progressFraction({ position, duration }) ?? 0
  return (
    <Card
      id={epg_id}
      title={title}
      meta={<LockedLine isLocked={isLocked}>{channel_name}</LockedLine>}
      picture={image ?? logoId}
      over={<Progress className={css.bar} label={t('card.seen', { percent: Math.round(fraction * 100) })} value={fraction} />}
      href={paths.tiers({ channel: channel_id, play: epg_id })}
    />
  )
}
