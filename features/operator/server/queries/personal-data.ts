import type { Db } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { anonymizeAudit } from '#features/accounts/server/queries/audit.ts'
import { listAudit } from './audit.ts'
import { listAppeals, listWarnings } from './moderation.ts'

/**
 * Exports warnings, appeals and acts that concern the user. They stay after the deletion of the account, without its name.
 * Operators' notes are not exported: they may name others, so a request for them is answered after review (GDPR art. 15.4).
 */
export const operatorPersonalData: PersonalData = {
  exports: {
    acts_of_operators: async (db: Db, userId: string) =>
      (await listAudit(db, { person: userId }, { before: undefined, limit: 10_000 })).map(({ at, act, thing, reason }) => ({
        at,
        act,
        thing: thing.name,
        reason,
      })),
    warnings: (db: Db, userId: string) => listWarnings(db, userId, 10_000),
    appeals: async (db: Db, userId: string) =>
      (await listAppeals(db, { person: userId }, { after: undefined, limit: 10_000 })).map(
        ({ against, text, made_at, is_granted, word, decided_at }) => ({ against, text, made_at, is_granted, word, decided_at }),
      ),
  },
  remove: anonymizeAudit,
}
