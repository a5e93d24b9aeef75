import { PlaybackTracker } from '#features/watching/web/PlayerSession.tsx'
import type { SubjectOf } from '#shell/subjects.ts'

interface TvSessionProps {
  subject: SubjectOf<'channel'> | SubjectOf<'epg'> | SubjectOf<'tv_item'>
}

/** Counts views. A view of an on-demand video counts as a view of its channel. Stores the position in a programme. */
export function TvSession({ subject }: TvSessionProps) {
  const { id, tv } = subject
  if (subject.type !== 'epg') return <PlaybackTracker id={id} viewed={{ viewable_type: 'channel', viewable_id: tv.id }} isLive />
  const { startTime, stopTime } = subject.programme
  return (
    <PlaybackTracker
      id={id}
      viewed={{ viewable_type: 'epg', viewable_id: id, channel_id: tv.id }}
      isLive={false}
      length={(Date.parse(stopTime) - Date.parse(startTime)) / 1000}
    />
  )
}
