/**
 * Clips cut into segments of exactly {@link segmentSeconds} seconds, each with its folder and number of segments. The files of a clip are
 * `init.mp4`, `0.m4s`, `1.m4s` and so on.
 */
export const clips = {
  aurora: { folder: 'aurora/270', segments: 5 },
  corridor: { folder: 'live', segments: 6 },
  lastCall: { folder: 'last-call', segments: 4 },
  lowTide: { folder: 'low-tide', segments: 4 },
  nightTrain: { folder: 'night-train', segments: 4 },
  patch: { folder: 'patch', segments: 4 },
  reef: { folder: 'reef', segments: 4 },
  ringworld: { folder: 'ringworld', segments: 4 },
} as const

export type ClipName = keyof typeof clips

export const segmentSeconds = 4

/**
 * A clip with separate video and audio tracks, as DASH needs. Each track has a folder with segments like those of {@link clips}, and a
 * timescale in units per second.
 */
export const twoLanguageClip = {
  folder: 'two-voices',
  segments: 4,
  tracks: { video: { unitsPerSecond: 12_800 }, nl: { unitsPerSecond: 48_000 }, en: { unitsPerSecond: 48_000 } },
} as const

export type SpokenTrack = keyof typeof twoLanguageClip.tracks
