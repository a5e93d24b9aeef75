import { common } from '#kit/contract/problems.ts'
import type { Ask } from '#kit/server/ask.ts'
import { fail } from '#kit/server/http/fail.ts'
import { finding, type Handlers, reading } from '#kit/server/http/handlers.ts'
import { returnChannel } from '#features/channels/server/team-channels.ts'
import type { Media } from '#features/media/server/media.ts'
import { type Team, teamsContract as contract } from '../contract.ts'
import { answerInvitation } from './invitations.ts'
import { answerRoleQuestion, changeRole, giveRole, leaveTeam, removeMember } from './members.ts'
import { findInvitation } from './queries/invitations.ts'
import { findTeam, listTeams } from './queries/teams.ts'
import { createTeam, deleteTeam, type TeamTools, updateTeam } from './teams.ts'
import { assertAdmin, ownTeam } from './with-team.ts'

/** @throws 404 */
const readTeam = async (ask: Ask, id: string): Promise<Team> => (await ask(findTeam, id))[0] ?? fail(common.not_found)
/** @throws 404 */
const anInvitation = async (ask: Ask, teamId: string, code?: string) =>
  (await ask(findInvitation, teamId, code))[0] ?? fail(common.not_found)

export const teamsRoutes = (tools: TeamTools & Pick<Media, 'pictures'>): Handlers<typeof contract> => {
  const { pictures } = tools
  return {
    listTeams: (_, { ask }) => ask(listTeams),

    getTeam: ({ params }, { ask }) => readTeam(ask, params.id),

    async createTeam({ body: { logo, users, playlists, ...columns } }, { db, ask, once, reader: { user }, gone }) {
      const id = await once(async (writer) => {
        const picture_id = logo ? await pictures.pictureFrom(db, logo, { field: 'logo', by: user.id, signal: gone }) : null
        return createTeam(writer, tools, user, { ...columns, picture_id }, { users, playlists })
      })
      return readTeam(ask, id)
    },

    updateTeam: finding(contract.updateTeam, {
      find: ({ params }, { ask }) => ownTeam(ask, params.id),
      async handle({ body: { logo, users, playlists, role, ...texts } }, { db, ask, found, reader: { user }, gone }) {
        if (found.only_suggests) fail(common.only_suggests)
        if (logo !== undefined || users !== undefined || Object.values(texts).some((text) => text !== undefined)) assertAdmin(found)
        const picture_id = logo ? await pictures.pictureFrom(db, logo, { field: 'logo', by: user.id, signal: gone }) : null
        const columns = { ...texts, ...(logo !== undefined && { picture_id }) }
        await updateTeam(db, tools, found, user, columns, { users, playlists, role })
        return readTeam(ask, found.id)
      },
    }),

    async deleteTeam({ params }, { db, ask, reader }) {
      assertAdmin(await ownTeam(ask, params.id))
      await deleteTeam(db, params.id, reader.user.id)
      return {}
    },

    async giveChannelBack({ params }, { db, ask, reader }) {
      if ((await ownTeam(ask, params.team_id)).only_suggests) fail(common.only_suggests)
      await returnChannel(db, params.team_id, params.playlist_id, reader.user)
      return {}
    },

    getInvitation: reading(contract.getInvitation, {
      findByPath: ({ params }, { ask }) => anInvitation(ask, params.id),
      async handle({ params, query }, { ask }) {
        const { team_id, team_name, email, is_yours, state } = await anInvitation(ask, params.id, query.code)
        return { team_id, team_name, email, is_yours, state }
      },
    }),

    answerInvitation: finding(contract.answerInvitation, {
      findByPath: ({ params }, { ask }) => anInvitation(ask, params.id),
      find: ({ params, target }, { ask }) => anInvitation(ask, params.id, target.code),
      async handle({ body }, { db, found, reader }) {
        await answerInvitation(db, reader.user.id, found, !body.is_rejected)
        return {}
      },
    }),

    toggleAdmin: finding(contract.toggleAdmin, {
      find: ({ params }, { ask }) => ownTeam(ask, params.id),
      async handle({ body }, { db, found, reader }) {
        await changeRole(db, tools, found, reader.user, { userId: body.user_id, isAdmin: body.is_admin })
        return {}
      },
    }),

    setRole: finding(contract.setRole, {
      find: ({ params }, { ask }) => ownTeam(ask, params.id),
      async handle({ body }, { db, found, reader }) {
        await giveRole(db, found, reader.user, { userId: body.user_id, role: body.role })
        return {}
      },
    }),

    answerDerank: finding(contract.answerDerank, {
      find: ({ params }, { ask }) => ownTeam(ask, params.id),
      async handle({ body }, { db, found, reader }) {
        await answerRoleQuestion(db, tools, found, reader.user, { userId: body.user_id, isApproved: body.is_approved })
        return {}
      },
    }),

    async removeMember({ params }, { db, ask, reader }) {
      await removeMember(db, await ownTeam(ask, params.team_id), reader.user, params.user_id)
      return {}
    },

    leaveTeam: finding(contract.leaveTeam, {
      find: ({ params }, { ask }) => ownTeam(ask, params.id),
      async handle({ body }, { db, found, reader }) {
        await leaveTeam(db, found, reader.user, body.force ?? false)
        return {}
      },
    }),
  }
}
