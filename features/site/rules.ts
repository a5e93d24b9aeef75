import type { WelcomeName } from '#features/pages/contract.ts'

/** Maximum counts, and maximum lengths of texts in characters. */
export const limits = {
  /** The site's name. */
  name: 60,
  /** An announcement, in each language. */
  announcement: 200,
  /** Number of blocked words. */
  words: 500,
  /** One blocked word. */
  word: 60,
  /** A reason or note. */
  reason: 1000,
  note: 200,
  /** Maximum accounts that one invitation can create. */
  uses: 10_000,
  /** Maximum days for which an invitation is valid. */
  invitationDays: 365,
  /** Maximum default channels, which are listed first. */
  defaults: 100,
  /** Maximum quota of one user in GB, in any configuration. */
  quotaGb: 1_000_000,
  /** The title and text of an introduction. */
  welcomeTitle: 80,
  welcomeText: 600,
  /** Example series of an introduction. */
  carousels: 6,
  /** Listed versions of an introduction. */
  versions: 30,
} as const

/** Things that operators remove from a user or channel. */
export const removableNames = ['nickname', 'user_picture', 'slug', 'channel_picture'] as const
export type RemovableName = (typeof removableNames)[number]

/** Pages with an introduction. */
export const welcomePages = [
  'home',
  'globe',
  'heart',
  'tv',
  'user',
  'directPublish',
  'watchLater',
] as const satisfies readonly WelcomeName[]

/** Things used in example calls. */
export const siteExamples = {
  orphan: 'Or3Jw8PdY6t',
  invitation: 'Rn3Jw8PdY6t',
  picture: 'https://films.example.com/poster.jpg',
  // Three versions: of the site's name, of an introduction, and of the default channels.
  settingVersion: '400000000001',
  welcomeVersion: '400000000002',
  defaultsVersion: 'Dv3Jw8PdY6tDv3Jw',
} as const
