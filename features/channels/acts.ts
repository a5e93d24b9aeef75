/** Acts of a team's members on its things, shared by server and web. */
export const actThings = ['video', 'serie', 'playlist', 'member'] as const
export type ActThing = (typeof actThings)[number]

/**
 * - `taken`: moved to a channel of another owner
 * - `given`, `given_back`: channels that a user added to the team, or that the team returned to that user
 * - `dismissed`: removed from the team by an admin
 */
export const actKinds = [
  'added',
  'moved',
  'renamed',
  'removed',
  'restored',
  'taken',
  'given',
  'given_back',
  'joined',
  'left',
  'dismissed',
  'made_admin',
  'made_member',
  'made_suggester',
] as const
export type ActKind = (typeof actKinds)[number]

/** Days for which acts are listed and can be undone. */
export const actDays = 14
