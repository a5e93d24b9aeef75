/** Parses WebVTT and SubRip captions. Runs in the sandbox, on files of limited size. */
import { Parser } from 'htmlparser2'
import { decodeCaptions } from './captions-charset.ts'

/** Maximum cues per file. */
const maxCues = 20_000
/** Maximum characters per line. */
const maxLineLength = 2000
/** Maximum lines per cue. */
const maxLines = 10

const timePattern = String.raw`(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,9}))?`
const timingPattern = new RegExp(`^\\s*${timePattern}\\s*-->\\s*${timePattern}(?:\\s|$)`)
/** Whether the line is the number of a SubRip cue. */
const isNumber = (line: string | undefined) => line !== undefined && /^\s*\d{1,7}\s*$/.test(line)

const toMilliseconds = ([hours, minutes, seconds, fraction]: readonly (string | undefined)[]) =>
  ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))

const padNumber = (value: number, length = 2) => String(value).padStart(length, '0')
const formatTime = (ms: number) =>
  `${padNumber(Math.floor(ms / 3_600_000))}:${padNumber(Math.floor(ms / 60_000) % 60)}:${padNumber(Math.floor(ms / 1000) % 60)}.${padNumber(ms % 1000, 3)}`

/** Decodes all HTML character references. */
function withoutReferences(line: string): string {
  if (!line.includes('&')) return line
  let text = ''
  const parser = new Parser({ ontext: (piece) => (text += piece) })
  parser.end(line.replaceAll('<', '&lt;'))
  return text
}
/** Removes tags of both formats, and styles in curly brackets, which some SubRip files have. */
const withoutMarkup = (line: string) => line.replaceAll(/<[^<>]{0,200}>/g, '').replaceAll(/\{\\[^{}]{0,200}\}/g, '')
const escapeText = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const toPlainText = (line: string) =>
  escapeText(
    withoutReferences(withoutMarkup(line))
      .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
      .trim(),
  )

interface Cue {
  start: number
  end: number
  lines: string[]
}

/**
 * Reads the cues. A timing line starts a cue, even without an empty line before it. An empty line ends a WebVTT cue, but not a SubRip cue,
 * because some programs write empty lines within SubRip cues.
 */
function readCues(lines: readonly string[]): Cue[] {
  const isWebVtt = /^\uFEFF?WEBVTT(?:\s|$)/.test(lines[0] ?? '')
  const cues: (Cue & { isNumbered: boolean })[] = []
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    const parts = timingPattern.exec(line)
    const last = cues.at(-1)
    if (parts) {
      const isNumbered = isNumber(lines[index - 1])
      const isAfterGap = lines[index - 2]?.trim() === ''
      if (isOpen && isNumbered && (last!.isNumbered || isAfterGap)) last!.lines.pop()
      cues.push({ start: toMilliseconds(parts.slice(1, 5)), end: toMilliseconds(parts.slice(5, 9)), lines: [], isNumbered })
      if (cues.length > maxCues) return []
      isOpen = true
    } else if (line.trim() !== '') {
      if (isOpen) last!.lines.push(line.slice(0, maxLineLength))
    } else if (isWebVtt) isOpen = false
  }
  return cues
}

/**
 * @param language the language that the user has stated, which helps with legacy code pages; '' if unknown @returns WebVTT; null without
 * cues
 */
export function normaliseCaptions({ bytes, language }: { bytes: Uint8Array; language: string }): string | null {
  const text = decodeCaptions(bytes, language)
  if (text.includes('\0')) return null
  const cues = readCues(text.replaceAll(/\r\n?/g, '\n').split('\n'))
    .filter(({ start, end }) => end > start)
    .map((cue) => ({ ...cue, lines: cue.lines.slice(0, maxLines).flatMap((line) => toPlainText(line) || []) }))
    .filter(({ lines }) => lines.length)
    .toSorted((a, b) => a.start - b.start)
  if (!cues.length) return null
  return ['WEBVTT', ...cues.map(({ start, end, lines }) => `${formatTime(start)} --> ${formatTime(end)}\n${lines.join('\n')}`), ''].join(
    '\n\n',
  )
}
