/** What people report, and why: the same on both sides. */

/** The reasons, in the order of the dialog. Their ids stand in the database. */
export const reportTypes = [
  { id: 1, key: 'violent' },
  { id: 2, key: 'sexual' },
  { id: 3, key: 'infringes' },
  { id: 4, key: 'spam' },
  { id: 5, key: 'terrorism' },
  { id: 6, key: 'child_abuse' },
  { id: 7, key: 'harassment' },
  { id: 8, key: 'dangerous' },
  { id: 9, key: 'other' },
] as const

export type ReportTypeKey = (typeof reportTypes)[number]['key']
export const reportTypeKeys = reportTypes.map(({ key }) => key)

export const reportableTypes = ['playlist', 'video', 'serie', 'channel', 'epg', 'user'] as const
export type ReportableType = (typeof reportableTypes)[number]

/** What is somebody’s, who is told of its removal and can answer. */
export const removableTypes = ['playlist', 'serie', 'video', 'user'] as const

/** As many of one's own as are told of: marks stand on these. */
export const maxRemovals = 500

/** Characters of what somebody has to say about it. */
export const maxMessageLength = 5000
