import type { Db } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { anonymizeAudit } from '#features/accounts/server/queries/audit.ts'
import { listAudit } from './audit.ts'

/** Exports acts that concern the user. They stay after the deletion of the account, without its name. */
export const operatorPersonalData: PersonalData = {
  exports: {
    acts_of_operators: async (db: Db, userId: string) =>
      (await listAudit(db, { person: userId }, { before: undefined, limit: 10_000 })).map(({ at, act, thing, reason }) => ({
        at,
        act,
        thing: thing.name,
        reason,
      })),
  },
  remove: anonymizeAudit,
}
