import type { WelcomeName } from '#features/pages/contract.ts'

export const limits = {
  /** Characters of the site's name. */
  name: 60,
  /** Characters of an announcement, in each language. */
  announcement: 200,
  /** Blocked words. */
  words: 500,
  /** Characters of a blocked word. */
  word: 60,
  /** Characters of a reason or note. */
  reason: 1000,
  note: 200,
  /** Accounts of one invitation. */
  uses: 10_000,
  /** Days for which an invitation is valid. */
  invitationDays: 365,
  /** Channels that are listed first. */
  defaults: 100,
  /** Maximum GB of uploads in any configuration. */
  quotaGb: 1_000_000,
  /** Characters of an introduction's title and text. */
  welcomeTitle: 80,
  welcomeText: 600,
  /** Example series of an introduction. */
  carousels: 6,
  /** Versions of an introduction that are listed. */
  versions: 30,
} as const

/** Things that operators take away from a user or channel. */
export const removableNames = ['nickname', 'user_picture', 'slug', 'channel_picture'] as const
export type RemovableName = (typeof removableNames)[number]

/** Views with an introduction. */
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
  /** Versions that the operator saw: of the site's name, of an introduction, of default channels. */
  settingVersion: '400000000001',
  welcomeVersion: '400000000002',
  defaultsVersion: 'Dv3Jw8PdY6tDv3Jw',
} as const
