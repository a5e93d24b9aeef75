/** What readers of TV channels and guides may ask for, and how much of it they get. */

export const viewingLimits = { group: 255, keyword: 100 } as const

/** Channels on a page of the guide, and hours that one covers. */
export const maxGuideRows = 50
export const maxGuideHours = 24
/** Channels or programmes that one search finds. */
export const maxFound = 50
/** Channels that are told in each direction from one: as many as are gone past before the next answer comes. */
export const maxNeighbours = 3
/** Channels of a row of what is on tonight. */
export const maxTonight = 30
/** Hours of the reader's clock between which a programme of this evening begins. */
export const evening = { from: 20, to: 24 } as const

/** A guide without ends goes so many days back and ahead: more than is kept. */
export const maxGuideDays = 16

/** What one person can be reminded of at once. */
export const maxReminders = 200
/** How long before a programme begins its reminder comes. */
export const remindMinutes = 5
