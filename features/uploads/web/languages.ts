import { language } from '#kit/web/i18n.ts'

/** Caption languages that users can choose: those of the European Union and its neighbours, and the most spoken ones. */
const codes =
  'ar bg bn ca cs cy da de el en es et eu fa fi fr fy ga gl he hi hr hu id is it ja ko lb lt lv mk ms mt nb nl nn pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  )
const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' })

/** Returns the name of a language, such as "Dutch" for `nl`. Returns unknown codes unchanged. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** Caption languages, sorted by name. */
export const captionLanguages = codes
  .map((code) => ({ code, name: languageName(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name, language))

/** Returns the language in a file name such as `film.nl.srt`, if any. */
export function languageOfFile(name: string): string | undefined {
  const match = /[._-]([a-z]{2})(?:[_-]([a-z]{2,4}))?\.(?:vtt|srt)$/i.exec(name)
  const tags = [match?.[1] && match[2] && `${match[1]}-${match[2]}`, match?.[1]]
  return codes.find((code) => tags.some((tag) => tag?.toLowerCase() === code.toLowerCase()))
}
