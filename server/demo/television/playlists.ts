import { segmentSeconds } from './clips.ts'
import type { Timeline } from './schedule.ts'

/** The segment that is on at a moment, in seconds since 1970. */
const segmentAt = (seconds: number): number => Math.floor(seconds / segmentSeconds)

/**
 * The media playlist of a stream that never ends: every instance, and every restart, goes on where the others are. The newest segment
 * has just been completed. Where a clip begins, timestamps begin again, which the playlist calls a discontinuity (RFC 8216 § 4.3.2.3).
 * @param nowMs milliseconds since 1970
 * @param windowSeconds how far back one can go
 */
export function livePlaylist(timeline: Timeline, nowMs: number, windowSeconds: number): string {
  const next = segmentAt(nowMs / 1000)
  return mediaPlaylist(timeline, next - segmentAt(windowSeconds), next)
}

/**
 * What was on, from its start: the whole of it, or as much as there is of what has not ended yet.
 * @param startSeconds seconds since 1970
 */
export function archivePlaylist(timeline: Timeline, startSeconds: number, durationSeconds: number, nowMs: number): string {
  const first = segmentAt(startSeconds)
  const end = Math.ceil((startSeconds + durationSeconds) / segmentSeconds)
  const next = Math.min(end, segmentAt(nowMs / 1000))
  return mediaPlaylist(timeline, first, next, next < end ? 'EVENT' : 'VOD')
}

/** @param end the first segment that is not in it. @param type left out: the oldest segments leave as new ones come */
function mediaPlaylist(timeline: Timeline, first: number, end: number, type?: 'EVENT' | 'VOD'): string {
  const opening = timeline(first)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    ...(type ? [`#EXT-X-PLAYLIST-TYPE:${type}`] : []),
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    // Counts the breaks that have left the window: one at its very start is still in it.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${opening.breaks - (opening.isBreak ? 1 : 0)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...Array.from({ length: Math.max(0, end - first) }, (_, at) => segmentLines(timeline, first + at, at === 0)).flat(),
    ...(type === 'VOD' ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}

function segmentLines(timeline: Timeline, number: number, isFirst: boolean): string[] {
  const { folder, file, isBreak } = timeline(number)
  return [
    ...(isBreak ? ['#EXT-X-DISCONTINUITY'] : []),
    // What follows without a break is of the same file, and at the time that follows.
    ...(isBreak || isFirst
      ? [
          `#EXT-X-MAP:URI="/media/demo/${folder}/init.mp4"`,
          `#EXT-X-PROGRAM-DATE-TIME:${new Date(number * segmentSeconds * 1000).toISOString()}`,
        ]
      : []),
    `#EXTINF:${segmentSeconds.toFixed(3)},`,
    `/media/demo/${folder}/${file}`,
  ]
}
