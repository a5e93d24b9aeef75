/** Parses a media playlist. Returns each segment with its numbers, and its start in Unix milliseconds. */
export function readPlaylist(playlist: string) {
  const value = (name: string) => Number(new RegExp(`^#EXT-X-${name}:(.+)$`, 'm').exec(playlist)?.[1])
  let sequence = value('MEDIA-SEQUENCE')
  let discontinuity = value('DISCONTINUITY-SEQUENCE')
  const segments: { sequence: number; discontinuity: number; file: string; init: string; at: number; seconds: number; breaks: boolean }[] =
    []
  let [at, seconds, breaks, init] = [0, 0, false, '']
  for (const line of playlist.split('\n')) {
    if (line === '#EXT-X-DISCONTINUITY') {
      discontinuity++
      breaks = true
    } else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) at = Date.parse(line.slice(line.indexOf(':') + 1))
    else if (line.startsWith('#EXT-X-MAP:')) init = /URI="(.+)"/.exec(line)?.[1] ?? ''
    else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8))
    else if (line && !line.startsWith('#')) {
      segments.push({ sequence: sequence++, discontinuity, file: line, init, at, seconds, breaks })
      breaks = false
      at += seconds * 1000
    }
  }
  return { target: value('TARGETDURATION'), segments }
}
