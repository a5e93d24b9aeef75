/** `#EXT-X-DISCONTINUITY-SEQUENCE:` with its number, in a media playlist. */
const sequenceTag = /^(#EXT-X-DISCONTINUITY-SEQUENCE:)[^\S\n]*(\d+)/m
/** Maximum number passed to hls.js. */
const maxNumber = 2000
/** New base of the numbers, leaving room for renditions that are behind. */
const firstNumber = 1000

/**
 * hls.js iterates over a sparse array by discontinuity number for every playlist and segment: numbers in the millions, as of
 * streams that count since 1970, block the page for seconds. Renumbers large ones relative to the stream's first.
 * @returns a function that rewrites a playlist; use one per stream, because its playlists share numbers
 */
export function discontinuityRenumbering(): (playlist: string) => string {
  let offset = 0
  return (playlist) =>
    playlist.replace(sequenceTag, (_, name: string, digits: string) => {
      const number = Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
      if (number - offset > maxNumber) offset = number - firstNumber
      return `${name}${Math.max(0, number - offset)}`
    })
}
