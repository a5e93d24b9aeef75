import { type Language, languages } from '#kit/contract/texts.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import type { PlaylistTile } from '../contract.ts'
import { localTime } from '#kit/server/time-zone.ts'
import { limits } from '../limits.ts'
import { texts } from './texts.ts'

type ChannelNameFields = Pick<PlaylistTile, 'name' | 'direct_publish' | 'watch_later'>

/** Returns the initial names of the two built-in channels. */
export const builtInNames = (language: Language) => {
  const t = texts[language]
  return { direct_publish: t('server.directPublish'), watch_later: t('server.watchLater') }
}

/** Translates the name of a built-in channel for the reader, unless its owner renamed it. */
export function withBuiltInName<T extends ChannelNameFields>(playlist: T, language: Language): T {
  const kind = playlist.direct_publish ? 'direct_publish' : playlist.watch_later ? 'watch_later' : undefined
  const isGiven = kind && languages.some((language) => builtInNames(language)[kind] === playlist.name)
  return isGiven ? { ...playlist, name: builtInNames(language)[kind] } : playlist
}

/** Like {@link withBuiltInName}, for JSON that begins with id and name. Avoids parsing, which is slow for large channels. */
export function withBuiltInNameJson<T extends ChannelNameFields>(
  json: JsonText<T>,
  { id, kind }: { id: string; kind: string },
  language: Language,
): JsonText<T> {
  if (kind !== 'direct_publish' && kind !== 'watch_later') return json
  const beginning = (name: string) => `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},`
  const matchedBeginning = languages
    .map((language) => beginning(builtInNames(language)[kind]))
    .find((language) => json.startsWith(language))
  return matchedBeginning === undefined
    ? json
    : ((beginning(builtInNames(language)[kind]) + json.slice(matchedBeginning.length)) as JsonText<T>)
}

/** Returns a default name for a copy, with the time. @param timeZone IANA zone of the user */
export const defaultCopyName = (language: Language, timeZone: string): string => {
  const { date, time } = localTime(new Date(), timeZone)
  return texts[language]('server.copy', { moment: `${date} ${time}` })
}

/**
 * Returns default titles for links added to Watch Later: host and time. Undefined for other channels, where the page supplies the title.
 * @param timeZone IANA zone of the user
 */
export function defaultLinkTitle({ kind }: { kind: string }, timeZone: string): ((src: string) => string) | undefined {
  if (kind !== 'watch_later') return undefined
  const { date, time } = localTime(new Date(), timeZone)
  const moment = ` - ${date} - ${time}`
  return (src) => new URL(src).hostname.slice(0, limits.title - moment.length) + moment
}
