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
  /** GB of uploads, whatever the configuration. */
  quotaGb: 1_000_000,
} as const

/** What operators take away from a user or channel. */
export const takenThings = ['nickname', 'user_picture', 'slug', 'channel_picture'] as const
export type TakenThing = (typeof takenThings)[number]
