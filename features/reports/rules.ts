/** Report types and reasons, shared by server and web. */

/** The reasons, in dialog order. The database stores their ids. */
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

/** Types of things with an owner, who is notified of a removal and can answer it. */
export const removableTypes = ['playlist', 'serie', 'video', 'user'] as const

/** Maximum removals per read. Marks on removed things come from this read. */
export const maxRemovals = 500

/** Maximum length of an explanation. */
export const maxMessageLength = 5000

/** Maximum length of the reason for opening a private channel. */
export const maxReasonLength = 1000

/** Maximum videos of an opened private channel. */
export const maxReportedChannelVideos = 200
