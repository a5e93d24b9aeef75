/** `#EXT-X-DISCONTINUITY-SEQUENCE:` and its number, in a media playlist. */
const sequenceTag = /^(#EXT-X-DISCONTINUITY-SEQUENCE:)[^\S\n]*(\d+)/m
/** The highest number that hls.js is given. */
const maxNumber = 2000
/** Where counting begins anew: renditions that are some discontinuities behind have room below. */
const firstNumber = 1000

/**
 * hls.js keeps an array by discontinuity number and walks all of it, empty places too, with every playlist and segment: numbers in
 * the millions, as a stream that counts since 1970 has them, stop the page for seconds each time. Larger numbers are therefore counted
 * from where the stream was when it was opened.
 * @returns what a playlist of the stream becomes: to be used for all its playlists, which count alike
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
