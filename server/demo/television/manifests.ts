import { segmentSeconds, twoLanguageClip, type SpokenTrack } from './clips.ts'

/** Formats the start time of a segment for a manifest. @param segment the segment's number, counted since 1970 */
const startOf = (segment: number) => new Date(segment * segmentSeconds * 1000).toISOString()
const durationOf = (segments: number) => `PT${segments * segmentSeconds}S`

const rootElement = (attributes: Readonly<Record<string, string>>) =>
  ['<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"', 'profiles="urn:mpeg:dash:profile:isoff-live:2011"', `minBufferTime="${durationOf(1)}"`]
    .concat(Object.entries(attributes).map(([name, value]) => `${name}="${value}"`))
    .join(' ')

/**
 * Returns the manifest of an endless stream. The manifest is the same at any time: players compute the available segments from the clock.
 * @param nowMs milliseconds since 1970
 * @param windowSeconds length of the seekable window
 */
export const liveManifest = (nowMs: number, windowSeconds: number): string =>
  formatManifest(
    {
      type: 'dynamic',
      availabilityStartTime: startOf(0),
      publishTime: startOf(0),
      timeShiftBufferDepth: `PT${windowSeconds}S`,
      suggestedPresentationDelay: durationOf(3),
    },
    { first: 0, nowMs },
  )

/** Returns the manifest of a past programme, or of one in progress from its start until now. @param startSeconds since 1970 */
export function archiveManifest(startSeconds: number, durationSeconds: number, nowMs: number): string {
  const first = Math.floor(startSeconds / segmentSeconds)
  const end = Math.ceil((startSeconds + durationSeconds) / segmentSeconds)
  const length = durationOf(end - first)
  if (end * segmentSeconds * 1000 <= nowMs) return formatManifest({ type: 'static', mediaPresentationDuration: length }, { first, length })
  const grows = { type: 'dynamic', availabilityStartTime: startOf(first), publishTime: new Date(nowMs).toISOString() }
  // Players request the manifest again until the programme ends.
  return formatManifest(
    { ...grows, minimumUpdatePeriod: durationOf(3), suggestedPresentationDelay: durationOf(3) },
    { first, length, nowMs },
  )
}

interface Parts {
  /** The first segment. */
  first: number
  /** Total duration; undefined for a stream without end. */
  length?: string
  /** The current time, for players with a wrong clock. Only for programmes in progress and endless streams. */
  nowMs?: number
}

function formatManifest(attributes: Readonly<Record<string, string>>, { first, length, nowMs }: Parts): string {
  const template = (track: SpokenTrack) =>
    `<SegmentTemplate timescale="1" duration="${segmentSeconds}" startNumber="${first}" presentationTimeOffset="${first * segmentSeconds}"` +
    ` initialization="/media/demo/${twoLanguageClip.folder}/${track}/init.mp4" media="/media/demo/dash/${track}/$Number$.m4s"/>`
  const voice = (language: 'nl' | 'en', role: 'main' | 'dub') => [
    `<AdaptationSet contentType="audio" mimeType="audio/mp4" lang="${language}" segmentAlignment="true" startWithSAP="1">`,
    `<Role schemeIdUri="urn:mpeg:dash:role:2011" value="${role}"/>`,
    template(language),
    `<Representation id="${language}" codecs="mp4a.40.2" bandwidth="61000" audioSamplingRate="48000"/>`,
    '</AdaptationSet>',
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `${rootElement(attributes)}>`,
    `<Period id="0" start="PT0S"${length === undefined ? '' : ` duration="${length}"`}>`,
    '<AdaptationSet contentType="video" mimeType="video/mp4" segmentAlignment="true" startWithSAP="1">',
    template('video'),
    '<Representation id="video" codecs="avc1.4D4028" width="854" height="480" frameRate="25" bandwidth="85000"/>',
    '</AdaptationSet>',
    ...voice('nl', 'main'),
    ...voice('en', 'dub'),
    '</Period>',
    ...(nowMs === undefined ? [] : [`<UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="${new Date(nowMs).toISOString()}"/>`]),
    '</MPD>',
    '',
  ].join('\n')
}

/**
 * Returns the file of a segment, and the offset to add to its timestamps, because the stream repeats the clip. @param number counted since
 * 1970
 */
export function findDubbedSegment(track: SpokenTrack, number: number): { file: string; behind: bigint } {
  const { folder, segments, tracks } = twoLanguageClip
  const inLoop = number % segments
  return {
    file: `${folder}/${track}/${inLoop}.m4s`,
    behind: BigInt((number - inLoop) * segmentSeconds) * BigInt(tracks[track].unitsPerSecond),
  }
}

/** Shifts the timestamps of an MP4 fragment by the given number of units. The fragment's `tfdt` must have version 1, with a 64-bit time. */
export function shiftTimestamps(fragment: Buffer, units: bigint): Buffer {
  const laterFragment = Buffer.from(fragment)
  const time = laterFragment.indexOf('tfdt', 0, 'latin1') + 8
  laterFragment.writeBigUInt64BE(laterFragment.readBigUInt64BE(time) + units, time)
  return laterFragment
}
