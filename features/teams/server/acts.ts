import type { Db } from '#kit/server/db/db.ts'
import type { ActKind } from '#features/channels/acts.ts'
import { recordTeamAct } from '#features/channels/server/acts/record.ts'

interface MemberAct {
  actorId: string
  kind: ActKind
  memberId: string
}

/** Records a change of a member in the team's activity. */
export const recordMemberAct = (db: Db, teamId: string, { actorId, kind, memberId }: MemberAct): Promise<void> =>
  recordTeamAct({ db }, teamId, { id: actorId }, { kind, type: 'member', ids: [memberId], playlistId: null, isUndoable: false })
