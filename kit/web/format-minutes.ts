import { textsOf } from './i18n.ts'
import type en from './locales/en.json'
import type nl from './locales/nl.json'

const t = textsOf<typeof en, typeof nl>()

/** Formats a duration: 45 → "45 min", 120 → "2 h", 375 → "6 h 15 min". A separate file to keep it out of the first visit's bundle. */
export function formatMinutes(totalMinutes: number): string {
  const [hours, minutes] = [Math.floor(totalMinutes / 60), totalMinutes % 60]
  if (hours === 0) return t('length.minutes', { minutes })
  return minutes === 0 ? t('length.hours', { hours }) : t('length.both', { hours, minutes })
}
