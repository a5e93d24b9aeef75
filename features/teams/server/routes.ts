import { commonErrors } from '#kit/contract/problems.ts'
import type { Select } from '#kit/server/select.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { returnChannel } from '#features/channels/server/team-channels.ts'
import type { Media } from '#features/media/server/media.ts'
import { type Team, teamsContract as contract } from '../contract.ts'
import { answerInvitation } from './invitations.ts'
import { answerRoleQuestion, changeRole, giveRole, leaveTeam, removeMember } from './members.ts'
import { findInvitation } from './queries/invitations.ts'
import { findTeam, listTeams } from './queries/teams.ts'
import { createTeam, deleteTeam, type InvitationTools, updateTeam } from './teams.ts'
import { assertAdmin, findOwnTeam } from './with-locked-team.ts'

/** Returns the reader's team. @throws 404 */
const readTeam = async (select: Select, id: string): Promise<Team> => (await select(findTeam, id))[0] ?? fail(commonErrors.not_found)
/** Returns the reader's team, for calls of admins. @throws 404, 403 */
async function findAdministeredTeam(select: Select, id: string) {
  const team = await findOwnTeam(select, id)
  assertAdmin(team)
  return team
}
/** Returns the reader's invitation to a team. @throws 404 */
const requireInvitation = async (select: Select, teamId: string, code?: string) =>
  (await select(findInvitation, teamId, code))[0] ?? fail(commonErrors.not_found)

export const teamsRoutes = (tools: InvitationTools & Pick<Media, 'pictures'>): Handlers<typeof contract> => {
  const { pictures } = tools
  return {
    listTeams: (_, { select }) => select(listTeams),

    getTeam: ({ params }, { select }) => readTeam(select, params.id),

    async createTeam({ body: { logo, users, playlists, ...columns } }, { db, select, once, reader: { user }, disconnected }) {
      const id = await once(async (writer) => {
        const picture_id = logo ? await pictures.pictureFrom(db, logo, { field: 'logo', by: user.id, signal: disconnected }) : null
        return createTeam(writer, tools, { user, columns: { ...columns, picture_id }, additions: { users, playlists } })
      })
      return readTeam(select, id)
    },

    updateTeam: defineFindHandler(contract.updateTeam, {
      find: ({ params }, { select }) => findOwnTeam(select, params.id),
      async handle({ body: { logo, users, playlists, role, ...texts } }, { db, select, resource, reader: { user }, disconnected }) {
        if (resource.only_suggests) fail(commonErrors.only_suggests)
        if (logo !== undefined || users?.length || Object.values(texts).some((text) => text !== undefined)) assertAdmin(resource)
        const picture_id = logo ? await pictures.pictureFrom(db, logo, { field: 'logo', by: user.id, signal: disconnected }) : null
        const columns = { ...texts, ...(logo !== undefined && { picture_id }) }
        await updateTeam(db, tools, { team: resource, user, columns, additions: { users, playlists, role } })
        return readTeam(select, resource.id)
      },
    }),

    async deleteTeam({ params }, { db, select, reader }) {
      await deleteTeam(db, (await findAdministeredTeam(select, params.id)).id, reader.user.id)
      return {}
    },

    async giveChannelBack({ params }, { db, select, reader }) {
      if ((await findOwnTeam(select, params.team_id)).only_suggests) fail(commonErrors.only_suggests)
      await returnChannel(db, params.team_id, params.playlist_id, reader.user)
      return {}
    },

    getInvitation: defineReadHandler(contract.getInvitation, {
      findByPath: ({ params }, { select }) => requireInvitation(select, params.id),
      async handle({ params, query }, { select }) {
        const { team_id, team_name, email, is_yours, state } = await requireInvitation(select, params.id, query.code)
        return { team_id, team_name, email, is_yours, state }
      },
    }),

    answerInvitation: defineFindHandler(contract.answerInvitation, {
      findByPath: ({ params }, { select }) => requireInvitation(select, params.id),
      find: ({ params, target }, { select }) => requireInvitation(select, params.id, target.code),
      async handle({ body }, { db, resource, reader }) {
        await answerInvitation(db, reader.user.id, resource, !body.is_rejected)
        return {}
      },
    }),

    toggleAdmin: defineFindHandler(contract.toggleAdmin, {
      find: ({ params }, { select }) => findAdministeredTeam(select, params.id),
      async handle({ body }, { db, select, resource, reader }) {
        await changeRole(db, tools, { team: resource, user: reader.user, memberId: body.user_id, isAdmin: body.is_admin })
        return readTeam(select, resource.id)
      },
    }),

    setRole: defineFindHandler(contract.setRole, {
      find: ({ params }, { select }) => findAdministeredTeam(select, params.id),
      async handle({ body }, { db, select, resource, reader }) {
        await giveRole(db, resource, reader.user, { userId: body.user_id, role: body.role })
        return readTeam(select, resource.id)
      },
    }),

    answerDerank: defineFindHandler(contract.answerDerank, {
      find: ({ params }, { select }) => findOwnTeam(select, params.id),
      async handle({ body }, { db, select, resource, reader }) {
        await answerRoleQuestion(db, tools, {
          team: resource,
          user: reader.user,
          memberId: body.user_id,
          isApproved: body.is_approved,
        })
        return readTeam(select, resource.id)
      },
    }),

    async removeMember({ params }, { db, select, reader }) {
      await removeMember(db, await findOwnTeam(select, params.team_id), reader.user, params.user_id)
      return {}
    },

    leaveTeam: defineFindHandler(contract.leaveTeam, {
      find: ({ params }, { select }) => findOwnTeam(select, params.id),
      async handle({ body }, { db, resource, reader }) {
        await leaveTeam(db, resource, reader.user, body.force ?? false)
        return {}
      },
    }),
  }
}
