/** What foreign captions say. Runs in the sandbox: nothing here is asked of a file that was not limited in size before. */

/** Cues of one file. */
const maxCues = 20_000
/** Characters of one cue. */
const maxCueLength = 2000

const time = String.raw`(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})`
const timing = new RegExp(`^\\s*${time}\\s*-->\\s*${time}(?:\\s|$)`)

const milliseconds = ([hours, minutes, seconds, fraction]: readonly (string | undefined)[]) =>
  ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction!.padEnd(3, '0'))

const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const written = (ms: number) =>
  `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`

/** Signs of markup that both formats know; whatever else stands in angle or curly brackets of a style is dropped with them. */
const withoutMarkup = (line: string) =>
  line
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll(/\{\\[^{}]{0,200}\}/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name]!)
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '\u200E', rlm: '\u200F' }
const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (line: string) =>
  escaped(
    withoutMarkup(line)
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  )

function decode(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Older files of subtitles are in the code page of western Windows; every byte means something there.
    return encoding === 'utf-8' && !bytes.includes(0) ? new TextDecoder('windows-1252').decode(bytes) : undefined
  }
}

/** @returns WebVTT; null when there is not one cue in it */
export function normaliseCaptions(bytes: Uint8Array): string | null {
  const text = decode(bytes)
  if (text === undefined || text.includes('\0')) return null
  const cues: { start: number; end: number; lines: string[] }[] = []
  // Of WebVTT blocks that are no cues have no line of times.
  for (const block of text.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = block.split('\n')
    const at = lines.slice(0, 3).findIndex((line) => timing.test(line))
    if (at === -1) continue
    const parts = timing.exec(lines[at]!)!
    const [start, end] = [milliseconds(parts.slice(1, 5)), milliseconds(parts.slice(5, 9))]
    const said = lines.slice(at + 1).flatMap((line) => plain(line.slice(0, maxCueLength)) || [])
    if (end <= start || !said.length) continue
    cues.push({ start, end, lines: said.slice(0, 10) })
    if (cues.length > maxCues) return null
  }
  if (!cues.length) return null
  const sorted = cues.toSorted((a, b) => a.start - b.start)
  return ['WEBVTT', ...sorted.map(({ start, end, lines }) => `${written(start)} --> ${written(end)}\n${lines.join('\n')}`), ''].join('\n\n')
}
