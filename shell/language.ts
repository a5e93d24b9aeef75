import { cookieNames } from '#kit/contract/cookies.ts'
import type { Language } from '#kit/contract/texts.ts'
import { language } from '#kit/web/i18n.ts'
import { storage } from '#kit/web/storage.ts'
import { forgetUnsaved } from '#ui/unsaved.ts'
import { allTyped } from './carried.ts'
import { pageHistory } from './navigation.ts'
import { inLanguage } from './paths.ts'

/** 13 months. */
const cookieMaxAgeSeconds = 34_128_000

/** Remembers the page's language, and mirrors it in the cookie by which the server chooses for an address without one. */
export function keepLanguage(lang: Language = language): void {
  if (storage.get('lang') !== lang) storage.set('lang', lang)
  document.cookie = `${cookieNames.language}=${lang}; path=/; max-age=${cookieMaxAgeSeconds}; samesite=lax`
}

/**
 * Goes on with the same page in another language. It is another page and loads anew, in the same entry of the browser's history:
 * what a mailed link brought stays with it, and what was typed is handed on.
 */
export function switchLanguage(lang: Language): void {
  keepLanguage(lang)
  forgetUnsaved()
  history.replaceState({ ...history.state, state: { ...pageHistory.get().state, ...allTyped() } }, '', inLanguage(lang))
  location.reload()
}
