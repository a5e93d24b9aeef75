/** Limits and rules of teams, for server and web. */
export const limits = {
  /** In characters, like `description`. */
  name: 50,
  description: 5000,
  /** Teams of one user, open invitations excluded. */
  teams: 50,
  /** Members and open invitations of one team. */
  members: 200,
  /** Invitations that one user sends in an hour. */
  invitationsPerHour: 20,
  /** Minimum minutes between two emails of one invitation. */
  mailPauseMinutes: 10,
  /** Invitations emailed to one address in a day, by all users together. */
  mailsPerDay: 10,
  /** Minimum hours between two requests to give up the admin role. */
  requestPauseHours: 24,
  /** Open invitations of one user that are listed. */
  shownInvitations: 50,
  /** Days until an invitation expires. */
  invitationDays: 14,
  /** Channels added in one call. */
  playlists: 100,
  /** Characters of a member's email address that other members see. */
  shownEmail: 10,
} as const

/** Things used in example calls. */
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

/** State of an invitation. `removed`: withdrawn, or the person has left or was removed since. */
export const invitationStates = ['open', 'accepted', 'declined', 'expired', 'removed'] as const
export type InvitationState = (typeof invitationStates)[number]
