/** Parses times in a video. */

/** Converts 1:23, 1:02:03, 83 or 83.5 to whole seconds. Null for an empty text, undefined for an invalid one. */
export function parseSeconds(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  if (/^\d{1,6}(?:[.,]\d+)?$/.test(text)) return Math.floor(Number(text.replace(',', '.')))
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]?\d)$/.exec(text)
  if (!match) return undefined
  const [, hours = '0', minutes, seconds] = match
  if (match[1] !== undefined && Number(minutes) > 59) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
