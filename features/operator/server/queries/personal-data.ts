import type { Db } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { anonymizeAudit } from '#features/accounts/server/queries/audit.ts'
import { listAudit } from './audit.ts'
import { listAppeals, listWarnings } from './moderation.ts'

/**
 * Exports warnings, appeals and acts that concern the user. Acts stay when the account is deleted, without the user's name. Operators'
 * notes aren't exported, because they may name other people: a request for them is answered after a review (GDPR art. 15.4).
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
