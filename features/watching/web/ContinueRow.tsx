import { useRead } from '#kit/web/use.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { videoCardSubject } from '#features/curation/web/subjects.ts'
import { usePlayLink } from '#features/curation/web/usePlayLink.ts'
import { VideoCardView } from '#features/curation/web/VideoCardView.tsx'
import { watchingContract } from '../contract.ts'
import { continueRead } from './reads.ts'
import { t } from './texts.ts'

/** The first row of both homes: what one was watching. Many have nothing to go on with: it takes no room before it is known that there is something. */
export function ContinueRow({ subject: { id } }: { subject: SubjectOf<'view'> }) {
  return id === 'globe' || id === 'heart' ? <Row home={id} /> : null
}

function Row({ home }: { home: 'globe' | 'heart' }) {
  const { data, error, refetch } = useRead(watchingContract.listContinue, continueRead)
  const playLink = usePlayLink(home)
  const propsOf = useSubjectMenu('video')
  if (!data && error) return <FailedRow message={t('continue.failed')} onAgain={() => void refetch()} />
  if (!data?.data.length) return null
  return (
    <Carousel title={t('continue.title')} isWhole items={data.data} keyOf={({ id }) => id}>
      {(item) => {
        const subject = videoCardSubject(item.playlist, { id: item.series_id }, item)
        return (
          <VideoCardView
            video={item}
            subject={subject}
            subjectProps={propsOf(subject)}
            from={item.playlist.name}
            {...playLink(item.playlist.id, item.id)}
          />
        )
      }}
    </Carousel>
  )
}
