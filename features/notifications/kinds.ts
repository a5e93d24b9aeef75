/** How notifications are delivered: in the list behind the bell, by browser push, in the daily email. */
export const deliveryMethods = ['bell', 'push', 'mail'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]
export type DeliveryMethods = Readonly<Record<DeliveryMethod, boolean>>

interface Kind {
  /** Default delivery methods. Push also needs a subscribed browser. Email also needs the setting `following_content_alert`. */
  defaultMethods: DeliveryMethods
  /** Whether a bundle counts different users instead of notifications. */
  countsPeople?: true
  /** Whether only operators get these notifications, and see their setting. */
  forOperators?: true
}

const allMethods: DeliveryMethods = { bell: true, push: true, mail: true }
const noMail: DeliveryMethods = { ...allMethods, mail: false }

/** Values of `details.event` in notifications about a subscription. */
export type SubscriptionEvent = 'warning' | 'lapsed' | 'refunded'

/** Values of `details.event` in notifications about the user’s role in a team. */
export type TeamRoleEvent = 'promoted' | 'asked' | 'suggests' | 'edits'

/** Values of `details.event` in notifications about a suggestion. */
export type SuggestionEvent = 'approved' | 'refused' | 'refused_because'

/** Notification types, in the order of the settings. Their texts are in `locales`, under `kind`. */
export const kinds = {
  new_items: { defaultMethods: allMethods },
  direct_share: { defaultMethods: allMethods },
  search_match: { defaultMethods: allMethods },
  reminder: { defaultMethods: noMail },
  new_follower: { defaultMethods: noMail, countsPeople: true },
  report_answered: { defaultMethods: noMail },
  content_removed: { defaultMethods: noMail },
  // No daily email, as the `operator` feature emails a warning at once.
  warned: { defaultMethods: noMail },
  payment_reversed: { defaultMethods: allMethods },
  ledger_wrong: { defaultMethods: allMethods, forOperators: true },
  // No daily email, as the `teams` feature emails an invitation, or the request to give up a role, at once.
  team_invitation: { defaultMethods: noMail },
  team_role: { defaultMethods: noMail },
  team_removed: { defaultMethods: allMethods },
  team_suggestion: { defaultMethods: noMail },
  mention: { defaultMethods: noMail },
  // No daily email, as the `subscriptions` feature emails these events at once.
  subscription: { defaultMethods: noMail },
} as const satisfies Record<string, Kind>
export type NotificationKind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]]

export const isNotificationKind = (name: string): name is NotificationKind => Object.hasOwn(kinds, name)
export const countsPeople = (kind: NotificationKind): boolean => 'countsPeople' in kinds[kind]
export const isForOperators = (kind: NotificationKind): boolean => 'forOperators' in kinds[kind]
