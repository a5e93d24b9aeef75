import { cookieNames } from '#kit/contract/cookies.ts'
import type { Language } from '#kit/contract/texts.ts'
import { language } from '#kit/web/i18n.ts'
import { storage } from '#kit/web/storage.ts'

/** 13 months. */
const cookieMaxAgeSeconds = 34_128_000

/** Remembers the page's language, and mirrors it in the cookie by which the server chooses for an address without one. */
export function keepLanguage(lang: Language = language): void {
  if (storage.get('lang') !== lang) storage.set('lang', lang)
  document.cookie = `${cookieNames.language}=${lang}; path=/; max-age=${cookieMaxAgeSeconds}; samesite=lax`
}
