/** Formats reminders as iCalendar (RFC 5545). */
import { brand } from '#kit/contract/brand.ts'
import type { Language } from '#kit/contract/texts.ts'
import { tvPath } from '#features/channels/tv-paths.ts'
import { reminderLeadMinutes } from '../viewing-rules.ts'
import type { CalendarEvent } from './queries/reminders.ts'
import { texts } from './texts.ts'

const maxLineBytes = 75

/** Folds a line at 75 bytes without splitting characters. Continuation lines begin with a space. */
function foldLine(line: string): string {
  const lines: string[] = []
  let part = ''
  let bytes = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (bytes + size > maxLineBytes) {
      lines.push(part)
      part = ' '
      bytes = 1
    }
    part += sign
    bytes += size
  }
  return [...lines, part].join('\r\n')
}
const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|[\r\n]/g, '\\n')
/** `20261123T190000Z` */
const timeOf = (iso: string) => `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** @param publicUrl public origin of the site */
export function formatCalendar(
  { language, events }: { language: Language; events: readonly CalendarEvent[] },
  publicUrl: string,
  now = new Date(),
): string {
  const t = texts[language]
  const { host } = new URL(publicUrl)
  const entries = events.flatMap(({ id, title, channel, channel_id, start, stop }) => [
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${timeOf(now.toISOString())}`,
    `DTSTART:${timeOf(start)}`,
    `DTEND:${timeOf(stop)}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(channel)}`,
    `DESCRIPTION:${escapeText(t('server.on', { channel }))}`,
    `URL:${publicUrl}/${language}${tvPath(channel_id, id)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${reminderLeadMinutes}M`,
    `DESCRIPTION:${escapeText(title)}`,
    'END:VALARM',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${brand}//${brand}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(t('server.calendar', { brand }))}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...entries,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
