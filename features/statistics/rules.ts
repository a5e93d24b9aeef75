/** The figures of a channel, in the order in which they are shown. */
export const figures = [
  'follows',
  'newfollows',
  'unfollows',
  'goToClicks',
  'views',
  'uniqueViews',
  'watchedSeconds',
  'sharing',
  'moreInfoClicks',
] as const
export type Figure = (typeof figures)[number]
/** Figures that are hidden if there are few viewers. */
export type HiddenFigure = 'uniqueViews' | 'watchedSeconds'

export const groupings = ['day', 'week'] as const
export type Grouping = (typeof groupings)[number]

/** A number of unique viewers that is too small to be shown, because it could reveal a person. */
export const smallCount = '< 5'
/** Minimum number of viewers that is shown for a channel that isn't public. */
export const minShown = 5

/** Length of the default range in days. */
export const defaultDays = 7
/** Maximum length of a range in years. */
export const maxYears = 3

const dayMs = 86_400_000
/** Returns the date (`YYYY-MM-DD`) that is `days` days later. */
export const addDays = (date: string, days: number): string => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
/** Returns the number of days from `start` to `end`, including both. */
export const daysBetween = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / dayMs + 1
/** Returns the Monday of a date's week. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
/** Returns the same day some years earlier. For 29 February it may be 28 February. */
export function yearsBefore(date: string, years: number): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const earlier = `${Number(year) - years}-${month}-`
  return Number.isNaN(Date.parse(`${earlier}${day}`)) || new Date(`${earlier}${day}`).getUTCDate() !== Number(day)
    ? `${earlier}28`
    : `${earlier}${day}`
}

/** How viewers came to a channel. */
export const sourceKinds = ['direct', 'feed', 'share', 'embed'] as const
export type SourceKind = (typeof sourceKinds)[number]
