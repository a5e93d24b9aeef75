import type { Db } from '#kit/server/db/db.ts'
import type { ActKind } from '#features/channels/acts.ts'
import { recordTeamAct } from '#features/channels/server/acts/record.ts'

/** Records a change of a member in the team's activity. */
export const recordMemberAct = (db: Db, teamId: string, actorId: string, kind: ActKind, memberId: string): Promise<void> =>
  recordTeamAct({ db }, teamId, { id: actorId }, { kind, type: 'member', ids: [memberId], playlistId: null, isUndoable: false })
