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
/** Figures that are hidden for few viewers. */
export type HiddenFigure = 'uniqueViews' | 'watchedSeconds'

export const groupings = ['day', 'week'] as const
export type Grouping = (typeof groupings)[number]

/** A number of unique viewers that is too small to be shown, because it could reveal a person. */
export const few = '< 5'
/** Minimum number of viewers that is shown for a channel that isn't public. */
export const fewestShown = 5

/** Days of the default range. */
export const defaultDays = 7
/** The longest range. */
export const maxYears = 3

const dayMs = 86_400_000
/** A date (`YYYY-MM-DD`) some days later. */
export const addDays = (date: string, days: number): string => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
/** Days from `start` to `end`, both included. */
export const daysBetween = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / dayMs + 1
/** The Monday of a date's week. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
/** The date some years earlier; 28 February instead of 29 where there is none. */
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
