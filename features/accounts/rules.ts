/** Pure account rules shared by server and web. */
import { normalize } from '#kit/contract/names.ts'

/** Belgium: the form's default country. */
export const defaultCountryId = 239

export const passwordMinLength = 8
export const passwordMaxLength = 200
export const nicknameMinLength = 2
export const nicknameMaxLength = 30
export const emailMaxLength = 254
/** Digits of an emailed code. */
export const codeLength = 4
/** Maximum size of a profile picture in bytes. */
export const profilePictureMaxBytes = 5 * 1024 * 1024

/** Introductions that can be hidden permanently, each by a profile flag. */
export const welcomeFlags = [
  'hide_globe_welcome',
  'hide_heart_welcome',
  'hide_tv_welcome',
  'hide_user_welcome',
  'hide_watch_later_welcome',
  'hide_direct_publish_welcome',
] as const
export type WelcomeFlag = (typeof welcomeFlags)[number]

const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})|\[\d{1,3}(?:\.\d{1,3}){3}\])$/i
/** `=?utf-8?q?…?=`, which mail programs decode into other characters. */
const encodedWordPattern = /=\?.*\?=/
/** Whether this looks like one email address: `name@domain.tld` or `name@[192.0.2.1]`. */
export const isEmail = (text: string) =>
  text.length <= emailMaxLength && text.indexOf('@') <= 64 && emailPattern.test(text) && !encodedWordPattern.test(text)

const gmailHosts = new Set(['gmail.com', 'googlemail.com'])
/**
 * Returns the mailbox of an address in lower case: without plus tag, and without dots at Gmail. Addresses with the same key
 * share limits, but stay separate addresses.
 */
export function mailboxKey(email: string): string {
  const index = email.lastIndexOf('@')
  const name = email
    .slice(0, index)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  const host = email.slice(index + 1).toLowerCase()
  return gmailHosts.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** Latin letters with or without accents, digits, `_`, `.` and `-`: other scripts have too many look-alikes. */
const nicknamePattern = /^[\w.\-À-ÖØ-öø-ſȘ-țẀ-ỿ]+$/
/** Whether the username has only allowed characters. */
export const hasNicknameCharacters = (nickname: string) => nicknamePattern.test(normalize(nickname, 'NFC')) && lookAlikeKey(nickname) !== ''

/** Letters that Unicode doesn't decompose, with their replacements. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ĳ: 'ij',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  þ: 'p',
  ŧ: 't',
}
/** Look-alikes, in any case: I, l and 1; O and 0; rn and m; vv and w. */
const lookAlikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', i: 'l', m: 'rn', w: 'vv' }

/**
 * Returns a key that is equal for names that look alike, for usernames and short addresses. Ignores case, accents, separators
 * and confusable characters.
 */
export function lookAlikeKey(name: string): string {
  const letters = normalize(normalize(name, 'NFKD').toLowerCase(), 'NFKD').replaceAll(
    /[ßæœĳøđðħıĸłŋþŧ]/g,
    (letter) => plainLetters[letter] ?? letter,
  )
  return letters.replaceAll(/[^a-z\d]/g, '').replaceAll(/[01imw]/g, (letter) => lookAlikes[letter] ?? letter)
}

/** Reserved words for usernames and short addresses: our pages, possible future pages, and names that suggest authority. */
const reservedWords = `
  about abuse account accounts admin admin-derank administrator ads.txt anonymous api appeal appeals apps archive assets atom auth billing blog
  broadcaster browse captcha categories category cdn channel channels choice code confirm confirmation contact continue cookie
  cookies cookies-policy cookiesPolicy copy countries country coupon coupons css dashboard default default-playlists developer
  developers direct-publish direct-share discover docs download embed embeds en end-sessions epg error events explore export
  favicon.ico favorites feed feeds files follow followers following follows fonts forgot group groups guest guide health help
  history home home-page hostmaster humans humans.txt icons image images img import imports index index.html info install
  invitation invitations invite invoice invoices item items jobs join js json keyword keywords language languages legal live login
  logoff logout mail mailer-daemon maintenance manifest manifest.webmanifest media member members membership metrics mfa moderator
  moderators move my-playlists news nl no-reply nobody not-found notification notifications null oauth official offline operator
  operators owner pages password password-reset pay payment payments picture pictures playlist playlists postmaster preferences
  press privacy profile profiles programme programmes promotion promotions public ready register reminder reminders report reports
  request reset reset-password robots robots.txt root rss sandbox search security security.txt serie series service-worker session
  sessions settings share shared shortcuts sign-in sign-up signin signout signup sitemap sitemap.xml sso staff start static
  statistics status stream streams subscriptions suggest suggested support sw.js system team teams terms theme themes tier tiers
  tv two-factor undefined unfollow unsubscribe upload uploads user users verify verify-email video videos view wallet watch
  watch-later webhook webhooks webmaster welcome well-known www xml
`
const reservedKeys = new Set(reservedWords.trim().split(/\s+/).map(lookAlikeKey))
/** Whether this is, or looks like, a reserved word. */
export const isReserved = (word: string) => reservedKeys.has(lookAlikeKey(word))

/** Whether the password repeats public data of the user, such as the username. */
export const repeatsIdentity = (password: string, ...identity: (string | null | undefined)[]) =>
  identity.some((part) => part && part.toLowerCase() === password.toLowerCase())

/** Whether the password is a single repeated character. */
export const isRepeatedCharacter = (password: string) => new Set(normalize(password, 'NFKC')).size === 1

const minimumAge = 13
const adultAge = 18

/** Returns the full years from a birthday to a day, both `YYYY-MM-DD`. A birthday on 29 February counts as 1 March in other years. */
export function ageOn(birthday: string, day: string): number {
  return Number(day.slice(0, 4)) - Number(birthday.slice(0, 4)) - (day.slice(5) < birthday.slice(5) ? 1 : 0)
}

/** `YYYY-MM-DD`, in UTC. */
export const today = () => new Date().toISOString().slice(0, 10)

/** Whether the date exists and is in the past, within a lifetime. */
export function isBirthday(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return false
  const age = ageOn(text, today())
  return text <= today() && age <= 130
}

/** Whether a person with this birthday may have an account. `guardian`: only with a guardian's consent. */
export function accountAge(birthday: string): 'too_young' | 'guardian' | 'adult' {
  const age = ageOn(birthday, today())
  return age < minimumAge ? 'too_young' : age < adultAge ? 'guardian' : 'adult'
}
