/** Limits and rules of teams, for server and web. */
export const limits = {
  /** Maximum characters of a name and, below, of a description. */
  name: 50,
  description: 5000,
  /** Maximum teams of a user, without open invitations. */
  teams: 50,
  /** Maximum members and open invitations of a team. */
  members: 200,
  /** Maximum invitations that a user sends in an hour. */
  invitationsPerHour: 20,
  /** Minimum minutes between two emails about the same invitation. */
  mailPauseMinutes: 10,
  /** Maximum invitations emailed to an address in a day, by all users together. */
  mailsPerDay: 10,
  /** Maximum invitations emailed to an address in a day by one user, so that the other users can still invite it. */
  mailsPerDayAndInviter: 5,
  /** Minimum hours between two requests to give up the admin role. */
  requestPauseHours: 24,
  /** Maximum open invitations of a user in a list. */
  shownInvitations: 50,
  /** An invitation expires after this many days. */
  invitationDays: 14,
  /** Maximum channels added in one call. */
  playlists: 100,
  /** Number of characters of a member's email address that other members see. */
  shownEmail: 10,
} as const

/** Names used in example calls. */
export const teamsExamples = {
  teamChannel: 'Tc3Jw8PdY6t',
  team: 'Tm3Jw8PdY6t',
  member: 'Us3Jw8PdY6t',
  admin: 'Ad3Jw8PdY6t',
} as const

/** Roles that admins give to members who aren't admins. */
export const givenRoles = ['member', 'suggester'] as const
export type GivenRole = (typeof givenRoles)[number]
export const memberRoles = ['admin', ...givenRoles] as const

/** State of an invitation. `removed`: the invitation was withdrawn, or the person accepted and later left or was removed. */
export const invitationStates = ['open', 'accepted', 'declined', 'expired', 'removed'] as const
export type InvitationState = (typeof invitationStates)[number]
