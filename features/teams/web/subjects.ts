import type { SubjectOf } from '#shell/subjects.ts'
import type { Team, TeamTile } from '../contract.ts'

/** The fields of a team that actions need. */
type TeamFacts = Pick<TeamTile, 'id' | 'name' | 'logo' | 'is_admin' | 'is_pending'>

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** A team that the user is in, or is invited to. */
    team: { team: TeamFacts }
  }
}

export const teamSubject = (team: TeamTile | Team): SubjectOf<'team'> => ({
  type: 'team',
  id: team.id,
  name: team.name,
  team: { is_pending: false, ...team },
})
