import { segmentSeconds } from './clips.ts'
import type { Timeline } from './schedule.ts'

/** Returns the segment at a time in seconds since 1970. */
const segmentAt = (seconds: number): number => Math.floor(seconds / segmentSeconds)

/**
 * Returns the media playlist of an endless stream, which is the same at every instance and after restarts. The last segment has just been
 * completed. Timestamps restart with each clip, which the playlist marks as a discontinuity (RFC 8216 § 4.3.2.3).
 * @param nowMs milliseconds since 1970
 * @param windowSeconds length of the seekable window
 */
export function livePlaylist(timeline: Timeline, nowMs: number, windowSeconds: number): string {
  const next = segmentAt(nowMs / 1000)
  return mediaPlaylist(timeline, next - segmentAt(windowSeconds), next)
}

/**
 * Returns the playlist of a past programme, or of one in progress from its start until now.
 * @param startSeconds seconds since 1970
 */
export function archivePlaylist(timeline: Timeline, startSeconds: number, durationSeconds: number, nowMs: number): string {
  const first = segmentAt(startSeconds)
  const end = Math.ceil((startSeconds + durationSeconds) / segmentSeconds)
  const next = Math.min(end, segmentAt(nowMs / 1000))
  return mediaPlaylist(timeline, first, next, next < end ? 'EVENT' : 'VOD')
}

/** @param end the segment after the last one @param type undefined: a sliding window */
function mediaPlaylist(timeline: Timeline, first: number, end: number, type?: 'EVENT' | 'VOD'): string {
  const opening = timeline(first)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    ...(type ? [`#EXT-X-PLAYLIST-TYPE:${type}`] : []),
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    // Counts the breaks that have left the window. A break at the start of the window is still inside.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${opening.breaks - (opening.isBreak ? 1 : 0)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...Array.from({ length: Math.max(0, end - first) }, (_, index) => segmentLines(timeline, first + index, index === 0)).flat(),
    ...(type === 'VOD' ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}

function segmentLines(timeline: Timeline, number: number, isFirst: boolean): string[] {
  const { folder, file, isBreak } = timeline(number)
  return [
    ...(isBreak ? ['#EXT-X-DISCONTINUITY'] : []),
    // The first segment after a break names a new file and time. The segments after it continue the file.
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
