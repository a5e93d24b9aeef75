/** Display names of codecs that browsers may not support, by prefix (RFC 6381). */
const codecNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:dvh|dva)/, 'Dolby Vision'],
  [/^(?:hvc1|hev1|hevc)/, 'HEVC (H.265)'],
  [/^avc/, 'AVC (H.264)'],
  [/^(?:vvc1|vvi1)/, 'VVC (H.266)'],
  [/^av01/, 'AV1'],
  [/^(?:vp0?9|vp9)/, 'VP9'],
  [/^(?:mp2v|mpeg2|mp4v\.6)/, 'MPEG-2'],
  [/^mp4v/, 'MPEG-4 Visual'],
  [/^(?:ac-3|mp4a\.a5)/, 'Dolby Digital (AC-3)'],
  [/^(?:ec-3|mp4a\.a6)/, 'Dolby Digital Plus (E-AC-3)'],
  [/^ac-4/, 'Dolby AC-4'],
  [/^dts/, 'DTS'],
  [/^mp4a\.(?:40\.34|6b|69)/, 'MP3'],
  [/^mp4a/, 'AAC'],
]

const codecNameOf = (codec: string) => codecNames.find(([pattern]) => pattern.test(codec.toLowerCase()))?.[1] ?? codec

type CanPlayType = (type: string) => boolean
const canPlayHere: CanPlayType = (type) => {
  const source = globalThis.MediaSource as typeof MediaSource | undefined
  return source ? source.isTypeSupported(type) : document.createElement('video').canPlayType(type) !== ''
}

/**
 * @param lists codec lists as in playlists, `avc1.4d401f,mp4a.40.2`, one per variant @returns the names of unsupported codecs;
 * '' if all are supported or none stated
 */
export function unsupportedCodecs(lists: readonly string[], canPlay: CanPlayType = canPlayHere): string {
  const codecs = new Set(
    lists
      .join(',')
      .split(',')
      .map((codec) => codec.trim())
      .filter((codec) => /^[\w.-]{2,60}$/.test(codec)),
  )
  const unplayable = [...codecs].filter((codec) => !canPlay(`video/mp4; codecs="${codec}"`) && !canPlay(`audio/mp4; codecs="${codec}"`))
  return [...new Set(unplayable.map(codecNameOf))].join(', ')
}

/** `#EXT-X-DISCONTINUITY-SEQUENCE:` with its number, in a media playlist. */
const sequenceTagPattern = /^(#EXT-X-DISCONTINUITY-SEQUENCE:)[^\S\n]*(\d+)/m
/** Maximum discontinuity number passed to hls.js. */
const maxSequenceNumber = 2000
/** The number that replaces the stream's first discontinuity number. Renditions that are behind get smaller numbers. */
const firstNumber = 1000

/**
 * Replaces large discontinuity numbers in playlists, relative to the stream's first. hls.js iterates over a sparse array up to the
 * discontinuity number, for every playlist and segment: numbers in the millions, as of streams that count since 1970, block the page for
 * seconds.
 * @returns a function that rewrites a playlist; use one per stream, because its playlists share numbers
 */
export function discontinuityRenumbering(): (playlist: string) => string {
  let offset = 0
  return (playlist) =>
    playlist.replace(sequenceTagPattern, (_, name: string, digits: string) => {
      const number = Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
      if (number - offset > maxSequenceNumber) offset = number - firstNumber
      return `${name}${Math.max(0, number - offset)}`
    })
}
