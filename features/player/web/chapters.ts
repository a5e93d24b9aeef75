/** Parses chapters from timestamps in a description. */

export interface Chapter {
  /** Seconds from the start. */
  start: number
  title: string
}

/** Minimum number of chapters: fewer timestamps only mention a time. */
const minChapters = 3
const maxChapters = 200
const maxTitleLength = 100
/** Maximum length of a line with a chapter: a longer line is prose. */
const maxLineLength = 300

/** 0:00, 12:34, 75:10, 1:02:03. */
const timeCode = String.raw`((?:\d{1,2}:[0-5]?\d|\d{1,3}):[0-5]\d)(?![\d:])`
/** "0:00 Intro", "- [0:00] Intro", "1. 0:00 – 1:20 Intro" */
const timeCodeAtStartPattern = new RegExp(
  String.raw`^[\s\-–—•*·►]*(?:\d{1,3}[.)]\s+)?[([]?${timeCode}[)\]]?(?:\s*[-–—]\s*[([]?${timeCode}[)\]]?)?`,
  'u',
)
/** "Intro 0:00", "Intro (0:00)" */
const timeCodeAtEndPattern = new RegExp(String.raw`[\s([]${timeCode}[)\]]?$`, 'u')

const secondsOf = (code: string): number => code.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** Removes separators between a timestamp and a name. */
const nameOf = (text: string): string => text.replaceAll(/^[\s\-–—:|.,]+|[\s\-–—:|,([]+$/gu, '').slice(0, maxTitleLength)

function chapterOf(line: string): Chapter | undefined {
  if (line.length > maxLineLength) return undefined
  const result = timeCodeAtStartPattern.exec(line) ?? timeCodeAtEndPattern.exec(line)
  const code = result?.[1]
  if (!result || code === undefined) return undefined
  const title = nameOf(result.index === 0 ? line.slice(result[0].length) : line.slice(0, result.index))
  return title === '' ? undefined : { start: secondsOf(code), title }
}

/**
 * Parses chapters: lines that begin or end with a timestamp and have a name. Returns none unless there are at least three in ascending
 * order, the first at 0:00.
 * @param duration in seconds, if known: drops later chapters
 */
export function parseChapters(description: string | null | undefined, duration?: number | null): Chapter[] {
  const listed = (description ?? '').split('\n').flatMap((line) => chapterOf(line.trim()) ?? [])
  const chapters = listed.filter(({ start }) => !duration || start < duration).slice(0, maxChapters)
  const isRising = chapters.every(({ start }, index) => (index === 0 ? start === 0 : start > chapters[index - 1]!.start))
  return chapters.length >= minChapters && isRising ? chapters : []
}

/** Returns the index of the chapter at a time; -1 without chapters. */
export const findChapterAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ start }) => start <= seconds)

/** Within this many seconds of a chapter's start, "previous" goes to the chapter before it. Later, it goes to the start. */
const restartSeconds = 3

/** Returns the target of "next" or "previous": the next chapter, the start of the current one, or the previous one. */
export function findNeighbourChapter(chapters: readonly Chapter[], seconds: number, step: 1 | -1): Chapter | undefined {
  if (step === 1) return chapters.find(({ start }) => start > seconds)
  const now = findChapterAt(chapters, seconds)
  const hasJustBegun = seconds - (chapters[now]?.start ?? 0) < restartSeconds
  return chapters[hasJustBegun ? Math.max(0, now - 1) : now]
}
