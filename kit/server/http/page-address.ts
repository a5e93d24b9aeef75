import type { FastifyRequest } from 'fastify'
import { cookieNames } from '#kit/contract/cookies.ts'
import { type Language, languages, preferredLanguage } from '#kit/contract/texts.ts'

const languageCookie = new RegExp(`(?:^|;\\s*)${cookieNames.language}=(\\w+)`)

/** Returns the language for a URL without one: from the `lang` cookie (the user's choice), then `Accept-Language`. */
export function languageOf({ headers }: FastifyRequest): Language {
  const chosen = languageCookie.exec(headers.cookie ?? '')?.[1]
  return languages.find((language) => language === chosen) ?? preferredLanguage(headers['accept-language'])
}

/** Parses the requested URL as one on our host: `//other` is also a path. */
export const parseAddress = ({ url }: FastifyRequest, publicUrl: string) =>
  new URL(URL.canParse(url) ? url : url.replace(/^[/\\]*/, '/'), publicUrl)

/** Whether the URL contains a secret that opens an account. It must not be sent on, not even as a referrer. */
export const isSecret = ({ pathname, searchParams }: URL) =>
  pathname.includes('/reset-password/') ||
  ['token', 'code', 'invitation', 'verify_url', 'end_sessions'].some((name) => searchParams.has(name))
