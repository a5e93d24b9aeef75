/** Delivery channels: the list behind the bell, browser push, the daily email. */
export const deliveryMethods = ['bell', 'push', 'mail'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]
export type DeliveryMethods = Readonly<Record<DeliveryMethod, boolean>>

interface Kind {
  /** Default channels. Push also needs a subscribed browser, mail `following_content_alert`. */
  usual: DeliveryMethods
  /** Bundles count distinct users. */
  countsPeople?: true
}

const allMethods: DeliveryMethods = { bell: true, push: true, mail: true }
const noMail: DeliveryMethods = { ...allMethods, mail: false }

/** Events of a notification about a subscription: `details.event`. */
export type SubscriptionEvent = 'warning' | 'lapsed' | 'refunded'

/** Events of a notification about the user’s role in a team: `details.event`. */
export type TeamRoleEvent = 'promoted' | 'asked' | 'suggests' | 'edits'

/** Events of a notification about a suggestion: `details.event`. */
export type SuggestionEvent = 'approved' | 'refused' | 'refused_because'

/** Notification types, in the order of the settings. Their texts are in `locales`, under `kind`. */
export const kinds = {
  new_items: { usual: allMethods },
  direct_share: { usual: allMethods },
  search_match: { usual: allMethods },
  reminder: { usual: noMail },
  new_follower: { usual: noMail, countsPeople: true },
  report_answered: { usual: noMail },
  content_removed: { usual: noMail },
  // The `operator` feature emails it immediately.
  warned: { usual: noMail },
  payment_reversed: { usual: allMethods },
  // The `teams` feature emails it immediately, like the request to give up a role.
  team_invitation: { usual: noMail },
  team_role: { usual: noMail },
  team_removed: { usual: allMethods },
  team_suggestion: { usual: noMail },
  mention: { usual: noMail },
  // The `subscriptions` feature emails it immediately.
  subscription: { usual: noMail },
} as const satisfies Record<string, Kind>
export type NotificationKind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]]

export const isKind = (name: string): name is NotificationKind => Object.hasOwn(kinds, name)
export const countsPeople = (kind: NotificationKind): boolean => 'countsPeople' in kinds[kind]
