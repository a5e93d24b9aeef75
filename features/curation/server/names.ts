import { type Language, languages } from '#kit/contract/texts.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import type { PlaylistTile } from '../contract.ts'
import { localTime } from '#kit/server/time-zone.ts'
import { limits } from '../limits.ts'
import { texts } from './texts.ts'

type Named = Pick<PlaylistTile, 'name' | 'direct_publish' | 'watch_later'>

/** What the two channels that come with an account are called when they are made. */
export const givenNames = (language: Language) => {
  const t = texts[language]
  return { direct_publish: t('server.directPublish'), watch_later: t('server.watchLater') }
}

/** A channel by the name that its reader knows it by: what came with the account is in their language, until its owner renames it. */
export function named<T extends Named>(playlist: T, language: Language): T {
  const kind = playlist.direct_publish ? 'direct_publish' : playlist.watch_later ? 'watch_later' : undefined
  const isGiven = kind && languages.some((one) => givenNames(one)[kind] === playlist.name)
  return isGiven ? { ...playlist, name: givenNames(language)[kind] } : playlist
}

/** The same for a channel that came with the account, as JSON that begins with its id and name: a large one takes long to parse. */
export function namedJson<T extends Named>(json: JsonText<T>, { id, kind }: { id: string; kind: string }, language: Language): JsonText<T> {
  if (kind !== 'direct_publish' && kind !== 'watch_later') return json
  const beginning = (name: string) => `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},`
  const given = languages.map((one) => beginning(givenNames(one)[kind])).find((one) => json.startsWith(one))
  return given === undefined ? json : ((beginning(givenNames(language)[kind]) + json.slice(given.length)) as JsonText<T>)
}

/** What copies are called that are given no name, by when they were made. @param timeZone IANA zone of who makes them */
export const nameOfCopy = (language: Language, timeZone: string): string => {
  const { date, time } = localTime(new Date(), timeZone)
  return texts[language]('server.copy', { moment: `${date} ${time}` })
}

/**
 * What links are called in a watch-later channel unless a title is given, by when they were put there; undefined for other channels,
 * whose links are called as their pages say.
 * @param timeZone IANA zone of who puts them there
 */
export function titleForLinks({ kind }: { kind: string }, timeZone: string): ((src: string) => string) | undefined {
  if (kind !== 'watch_later') return undefined
  const { date, time } = localTime(new Date(), timeZone)
  const moment = ` - ${date} - ${time}`
  return (src) => new URL(src).hostname.slice(0, limits.title - moment.length) + moment
}
