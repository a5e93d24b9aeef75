import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { videoCardSubject } from '#features/channels/web/subjects.ts'
import { usePlayLink } from '#features/channels/web/usePlayLink.ts'
import { VideoCardView } from '#features/channels/web/VideoCardView.tsx'
import type { Subscription } from '../contract.ts'

/** A new video of a followed channel. */
export function SubscriptionCard({ item }: { item: Subscription }) {
  const playLink = usePlayLink('globe')
  const propsOf = useSubjectMenu('video')
  const { playlist } = item
  const subject = videoCardSubject(playlist, { id: item.series_id }, item)
  return (
    <VideoCardView
      video={item}
      subject={subject}
      subjectProps={propsOf(subject)}
      from={<LockedLine isLocked={playlist.is_locked}>{playlist.name}</LockedLine>}
      {...playLink(playlist.id, item.id)}
    />
  )
}
