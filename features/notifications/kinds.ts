/** A way to be told: in the list behind the bell, by the browser, in the daily mail. */
export const ways = ['bell', 'push', 'mail'] as const
export type Way = (typeof ways)[number]
export type Ways = Readonly<Record<Way, boolean>>

interface Kind {
  /** The ways by which everybody is told who has not chosen. A push takes a browser that asked for it, a mail `following_content_alert`. */
  usual: Ways
  /** What is bundled counts people: the same one counts once. */
  countsPeople?: true
}

const everyWay: Ways = { bell: true, push: true, mail: true }
const noMail: Ways = { ...everyWay, mail: false }

/** What people are told of, in the order of the settings. Each has its words in `locales`, under `kind`. */
export const kinds = {
  new_items: { usual: everyWay },
  direct_share: { usual: everyWay },
  search_match: { usual: everyWay },
  reminder: { usual: noMail },
  new_follower: { usual: noMail, countsPeople: true },
  report_answered: { usual: noMail },
  content_removed: { usual: noMail },
} as const satisfies Record<string, Kind>
export type NotificationKind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]]

export const isKind = (name: string): name is NotificationKind => Object.hasOwn(kinds, name)
export const countsPeople = (kind: NotificationKind): boolean => 'countsPeople' in kinds[kind]
