/** Limits of reads of TV channels and guides. */

export const viewingLimits = { group: 255, keyword: 100 } as const

/** Maximum channels and hours on a page of the guide. */
export const maxGuideRows = 50
export const maxGuideHours = 24
export const maxSearchResults = 50
/** Channels in the row of this evening's programmes. */
export const maxTonight = 30
/** Hours at which the evening begins and ends, in the reader's time zone. */
export const eveningHours = { from: 20, to: 24 } as const

/** A request for a guide without `from` and `to` covers this many days before and after now: more than are stored. */
export const maxGuideDays = 16

/** Maximum reminders of a user. */
export const maxReminders = 200
/** Minutes before a programme at which its reminder is sent. */
export const reminderLeadMinutes = 5
