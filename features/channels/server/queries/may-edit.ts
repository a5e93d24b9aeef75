import { type RawBuilder, sql } from 'kysely'
import type { User } from '#kit/server/reader.ts'

const isInOwnerTeam = ({ id }: Pick<User, 'id'>) => sql` or (playlist.team_id is not null and exists (
        select from team_member
        where team_member.user_id = ${id} and team_member.team_id = playlist.team_id))`

/**
 * Whether the reader may edit the channel: as its owner, or as a member of the team that owns it. Calls that change the channel also check
 * {@link onlySuggests}.
 */
export const mayEdit = ({ user }: { user: Pick<User, 'id' | 'isInTeams'> | null }): RawBuilder<boolean> =>
  user ? sql<boolean>`(playlist.owner_id = ${user.id}${user.isInTeams ? isInOwnerTeam(user) : sql``})` : sql<boolean>`false`

/** Whether the reader may only suggest changes, as a member of the team that owns the channel. */
export const onlySuggests = ({ user }: { user: Pick<User, 'id' | 'isInTeams'> | null }): RawBuilder<boolean> =>
  user?.isInTeams
    ? sql<boolean>`(playlist.team_id is not null and exists (
        select from team_member
        where team_member.user_id = ${user.id} and team_member.team_id = playlist.team_id and team_member.role = 'suggester'))`
    : sql<boolean>`false`
