/** Converts results to a common line format, for short lists: the search dialog and the palette. */
import { formatMoney } from '#kit/web/format-money.ts'
import { serverNow } from '#kit/web/server-time.ts'
import * as icons from '#ui/icons.ts'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { tvAddress } from '#features/guide/web/addresses.ts'
import { formatDayFrom, formatTime } from '#features/guide/web/times.ts'
import type { SearchResults } from '../contract.ts'
import { type Category, categories } from '../rules.ts'
import { packageLink, seriesLink, userLink, videoLink } from './links.ts'
import { countText, matchText, t } from './texts.ts'

type ResultOf<C extends Category> = SearchResults[C][number]

export interface Hit {
  id: string
  name: string
  picture: string | null
  /** Undefined if the channel of a video, or the TV channel of a programme, is unknown. */
  href: string | undefined
  /** Text below the name: where the thing belongs, and why it was found. */
  about: string
  /** Whether the result requires a package that the reader doesn't have. */
  isLocked: boolean
}

export const joinParts = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · ')

export const describePackage = ({ name, package_name, is_free, price, match }: ResultOf<'packages'>): string =>
  joinParts(package_name !== name && package_name, is_free ? t('free') : t('price', { price: formatMoney(price) }), matchText(match))

export const describeSeries = ({ playlist_name, match }: ResultOf<'series'>): string => joinParts(playlist_name, matchText(match))

/** Formats the type and start: "Programme · Tomorrow 20:15". */
function programmeText(start: string | null) {
  const time = start === null ? undefined : new Date(start).getTime()
  return joinParts(t('programme'), time !== undefined && `${formatDayFrom(serverNow(), time)} ${formatTime(time)}`)
}

export const describeVideo = ({ type, start, match }: ResultOf<'videos'>): string =>
  joinParts(type === 'epg' && programmeText(start), matchText(match))

/** @param me id of the user, whose own videos open among their own channels */
const toHit: { readonly [C in Category]: (result: ResultOf<C>, me?: string) => Omit<Hit, 'isLocked'> } = {
  channels: (result) => ({ ...result, picture: result.logoId, href: tvAddress(result.id), about: matchText(result.match) }),
  packages: (result) => ({ ...result, picture: result.icon, href: packageLink(result), about: describePackage(result) }),
  playlists: (result) => ({
    ...result,
    picture: result.icon,
    href: channelAddress('globe', { playlist: result.id }),
    about: joinParts(matchText(result.match), result.nickname),
  }),
  series: (result) => ({ ...result, picture: result.image, href: seriesLink(result), about: describeSeries(result) }),
  videos: (result, me) => ({
    ...result,
    name: result.title,
    picture: result.image,
    href: videoLink(result, me),
    about: describeVideo(result),
  }),
  users: (result) => ({
    ...result,
    name: result.nickname,
    picture: result.profile_picture,
    href: userLink(result),
    about: matchText(result.match),
  }),
}

/** Returns the first results of a category. */
export function hitsOf(results: SearchResults, category: Category, max: number, me?: string): Hit[] {
  const toLine = toHit[category] as (found: SearchResults[Category][number], me?: string) => Omit<Hit, 'isLocked'>
  return results[category].slice(0, max).map((result) => ({ ...toLine(result, me), isLocked: 'is_locked' in result && result.is_locked }))
}

/** Returns the categories with results, in order. */
export const categoriesFound = ({ counts }: SearchResults): Category[] => categories.filter((category) => counts[category] > 0)

/** Formats the counts of all categories with results: "Series: 3, Videos: 12". */
export const countsText = (results: SearchResults): string =>
  categoriesFound(results)
    .map((category) => countText(category, results.counts[category]))
    .join(', ')

/** Returns the number of results of all categories. */
export const countOf = ({ counts }: SearchResults): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

export const categoryIcon: Readonly<Record<Category, string>> = {
  channels: icons.televisionSimple,
  packages: icons.key,
  playlists: icons.queue,
  series: icons.rows,
  videos: icons.filmStrip,
  users: icons.usersThree,
}
