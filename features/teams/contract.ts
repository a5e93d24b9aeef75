import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, Id, name, text, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { Email } from '#features/accounts/fields.ts'
import { channelsErrors } from '#features/channels/contract.ts'
import { Clearable, IdList, Picture, pictureFormMaxBytes } from '#features/channels/contract/fields.ts'
import { teamsErrors } from './errors.ts'
import { givenRoles, invitationStates, limits, memberRoles, teamsExamples } from './rules.ts'

const teamFields = {
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Path of the logo on this host. */
  logo: z.nullable(z.string()),
  is_admin: z.boolean(),
}

/** A team in a list. If `is_pending`, the team has invited the user, and the invitation is still open. */
const TeamTile = z.object({ ...teamFields, is_pending: z.boolean(), users_count: z.int(), playlists_count: z.int() })
export type TeamTile = z.output<typeof TeamTile>

const TeamMember = z.object({
  id: Id,
  /** The complete address for admins and for the member; for others, its first ten characters. */
  email: z.string(),
  nickname: z.nullable(z.string()),
  is_admin: z.boolean(),
  /** True if another admin has asked this admin to give up the role. */
  is_admin_asked: z.boolean(),
  /** A `suggester` proposes changes, which admins approve or refuse. */
  role: z.enum(memberRoles),
})
export type TeamMember = z.output<typeof TeamMember>

const PendingMember = z.object({
  /** Id of the invitation. */
  id: Id,
  email: z.string(),
  /** Always null: a name would reveal that the address has an account. */
  nickname: z.nullable(z.string()),
  invited_at: Time,
})

const Team = z.object({
  ...teamFields,
  users: z.array(TeamMember),
  pending_users: z.array(PendingMember),
  playlists: z.array(z.object({ id: Id, name: z.string(), icon: z.nullable(z.string()) })),
})
export type Team = z.output<typeof Team>

defineThing('team', [TeamTile, Team])

const Invitation = z.object({
  team_id: Id,
  team_name: z.string(),
  /** The invited address. */
  email: z.string(),
  /** True if the email address is that of the caller's account. */
  is_yours: z.boolean(),
  state: z.enum(invitationStates),
})
export type Invitation = z.output<typeof Invitation>

const userAccess = { access: 'user', actsFor: 'user' } as const
const teamEndpoint = { ...userAccess, params: byId, example: { params: { id: teamsExamples.team } } } as const
const membershipTopics = ['teams', 'team:{id}', 'profile'] as const
const invitationRefusals = [
  teamsErrors.team_limit,
  teamsErrors.invitation_expired,
  teamsErrors.invitation_removed,
  teamsErrors.invitation_answered,
  teamsErrors.invitation_of_another,
]

const Addresses = z.array(Email).check(z.maxLength(limits.invitationsPerHour))
const Channels = z.optional(IdList(limits.playlists, 0))
const description = z.optional(text(limits.description))
const logo = z.optional(Clearable(Picture))
const formOptions = { form: true, maxBytes: pictureFormMaxBytes } as const
const writeErrors = [
  teamsErrors.admins_only,
  teamsErrors.member_limit,
  teamsErrors.already_member,
  teamsErrors.invitation_limit,
  channelsErrors.playlist_limit,
  channelsErrors.special_channel,
  channelsErrors.not_one_owner,
]

export const teamsContract = defineContract({
  listTeams: {
    ...userAccess,
    method: 'GET',
    path: '/api/teams',
    summary: 'List your teams',
    description: 'Open invitations first, then teams by name.',
    output: z.array(TeamTile),
    reads: ['teams'],
  },
  getTeam: {
    ...teamEndpoint,
    method: 'GET',
    path: '/api/teams/:id',
    summary: 'Get a team with members and channels',
    description: 'For members of the team.',
    output: Team,
    reads: ['team:{id}'],
  },
  createTeam: {
    ...userAccess,
    ...formOptions,
    method: 'POST',
    path: '/api/teams',
    summary: 'Create a team',
    description: 'You become its admin. Invites the addresses in `users`, and gives your channels in `playlists` to the team.',
    idempotencyKey: true,
    body: z.object({
      name: name(limits.name, 1),
      description,
      logo,
      users: z.optional(Addresses),
      playlists: Channels,
    }),
    example: { body: { name: 'The Kettle', description: 'Films on Friday' } },
    output: Team,
    refusals: [teamsErrors.team_limit, ...writeErrors],
    changes: ['teams', 'my-playlists'],
  },
  updateTeam: {
    ...teamEndpoint,
    ...formOptions,
    method: 'POST',
    path: '/api/teams/:id',
    summary: 'Update a team, invite members or add channels',
    description:
      'Invites the email addresses in `users`, and gives your channels in `playlists` to the team. Removes no members or channels. Members who are not admins may only add channels.',
    body: z.object({
      name: z.optional(name(limits.name, 1)),
      description,
      logo,
      users: z.optional(Addresses),
      /** Role of the invited users. Default: `member`. */
      role: z.optional(z.enum(givenRoles)),
      playlists: Channels,
    }),
    example: { params: { id: teamsExamples.team }, body: { name: 'The Kettle' } },
    output: Team,
    refusals: writeErrors,
    changes: [
      'team:{id}',
      'teams',
      { topic: 'my-playlists', given: ['playlists'] },
      { topic: 'playlist:{playlists}', given: ['playlists'] },
    ],
  },
  deleteTeam: {
    ...teamEndpoint,
    method: 'DELETE',
    path: '/api/teams/:id',
    summary: 'Delete a team',
    description: 'For admins. Each channel returns to the user who added it to the team. Deletes the team’s groups and shortcuts.',
    output: Empty,
    refusals: [teamsErrors.admins_only],
    changes: [...membershipTopics, 'my-playlists', 'shortcuts'],
  },
  giveChannelBack: {
    ...userAccess,
    method: 'DELETE',
    path: '/api/teams/playlist/:team_id/:playlist_id',
    summary: 'Return a team’s channel to its previous owner',
    description:
      'The channel moves to the end of the bar of the user who added it to the team. If that user’s account was deleted, the channel is hidden and kept for the operator.',
    params: z.object({ team_id: Id, playlist_id: Id }),
    example: { params: { team_id: teamsExamples.team, playlist_id: teamsExamples.teamChannel } },
    output: Empty,
    changes: ['team:{team_id}', 'teams', 'playlist:{playlist_id}', 'my-playlists'],
  },
  getInvitation: {
    method: 'GET',
    path: '/api/teams/invitation/:id',
    summary: 'Get an invitation',
    description:
      'Without `code`, returns your own invitation to the team; with `code`, the invitation that was emailed. Doesn’t accept it.',
    access: 'anyone',
    actsFor: 'user',
    params: byId,
    query: z.object({ code: z.optional(Id) }),
    example: { params: { id: teamsExamples.team } },
    output: Invitation,
    reads: ['team:{id}', 'profile'],
  },
  answerInvitation: {
    ...teamEndpoint,
    method: 'POST',
    path: '/api/teams/user-approval/:id',
    summary: 'Accept or decline an invitation',
    description:
      'Without `code`, answers your latest invitation to the team; with `code`, the invitation that was emailed. Accepting is idempotent.',
    form: true,
    target: ['code'],
    body: z.object({ is_rejected: Flag, code: z.optional(Id) }),
    example: { params: { id: teamsExamples.team }, body: { is_rejected: false } },
    output: Empty,
    refusals: invitationRefusals,
    changes: [...membershipTopics],
  },
  toggleAdmin: {
    ...teamEndpoint,
    method: 'POST',
    path: '/api/teams/admin-toggle/:id',
    summary: 'Grant or revoke the admin role',
    description: 'You can give up your own admin role at once. Another admin must agree before losing the role.',
    form: true,
    body: z.object({ user_id: Id, is_admin: Flag }),
    example: { params: { id: teamsExamples.team }, body: { user_id: teamsExamples.member, is_admin: true } },
    output: Team,
    refusals: [teamsErrors.admins_only, teamsErrors.only_admin],
    changes: ['team:{id}', 'teams'],
  },
  setRole: {
    ...teamEndpoint,
    method: 'POST',
    path: '/api/teams/role/:id',
    summary: 'Set a member’s role',
    description: 'For admins. Changes only members who are not admins.',
    form: true,
    body: z.object({ user_id: Id, role: z.enum(givenRoles) }),
    example: { params: { id: teamsExamples.team }, body: { user_id: teamsExamples.member, role: 'suggester' } },
    output: Team,
    refusals: [teamsErrors.admins_only, teamsErrors.member_is_admin],
    changes: ['team:{id}', 'activity:{id}'],
  },
  answerDerank: {
    ...teamEndpoint,
    method: 'POST',
    path: '/api/teams/derank-admin/:id',
    summary: 'Ask an admin to step down, or respond',
    description:
      'Without `is_approved`, asks the admin `user_id` to step down. With it, that admin answers, with their own id as `user_id`.',
    form: true,
    body: z.object({ user_id: Id, is_approved: z.optional(Flag) }),
    example: { params: { id: teamsExamples.team }, body: { user_id: teamsExamples.admin } },
    output: Team,
    refusals: [teamsErrors.admins_only, teamsErrors.only_admin, teamsErrors.not_asked],
    changes: ['team:{id}', 'teams'],
  },
  removeMember: {
    ...userAccess,
    method: 'POST',
    path: '/api/teams/delete-user/:team_id/:user_id',
    summary: 'Remove a member or withdraw an invitation',
    params: z.object({ team_id: Id, user_id: Id }),
    example: { params: { team_id: teamsExamples.team, user_id: teamsExamples.member } },
    output: Empty,
    refusals: [teamsErrors.admins_only, teamsErrors.member_is_admin, teamsErrors.leave_instead],
    changes: ['team:{team_id}', 'teams'],
  },
  leaveTeam: {
    ...teamEndpoint,
    method: 'POST',
    path: '/api/teams/leave/:id',
    summary: 'Leave a team',
    description:
      'The last member gets 409, and can leave only with `force`. The team then has no members, and its public channels stay public.',
    form: true,
    body: z.object({ force: z.optional(Flag) }),
    example: { params: { id: teamsExamples.team }, body: { force: false } },
    output: Empty,
    refusals: [teamsErrors.only_admin, teamsErrors.last_member],
    changes: [...membershipTopics, 'my-playlists'],
  },
})
