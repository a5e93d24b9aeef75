import { languageCookie } from '#kit/contract/cookies.ts'
import type { Language } from '#kit/contract/texts.ts'
import { language } from '#kit/web/i18n.ts'
import { storage } from '#kit/web/storage.ts'

/** 13 months, in seconds. */
const cookieMaxAgeSeconds = 34_128_000

/** Stores the page's language, and sets the cookie that the server reads for addresses without a language. */
export function storeLanguage(lang: Language = language): void {
  if (storage.get('lang') !== lang) storage.set('lang', lang)
  document.cookie = `${languageCookie}=${lang}; path=/; max-age=${cookieMaxAgeSeconds}; samesite=lax`
}
