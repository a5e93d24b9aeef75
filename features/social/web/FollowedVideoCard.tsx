import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { videoCardSubject } from '#features/channels/web/subjects.ts'
import { usePlayLink } from '#features/channels/web/usePlayLink.ts'
import { VideoCardView } from '#features/channels/web/VideoCardView.tsx'
import type { FollowedVideo } from '../contract.ts'

/** A new video of a followed channel. */
export function FollowedVideoCard({ item }: { item: FollowedVideo }) {
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
