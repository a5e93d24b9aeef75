import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { SeeAsViewer } from '#kit/contract/see-as-viewers.ts'
import { decoyHash } from '../passwords.ts'

/** Accounts for See as. They own nothing, can't log in, get no emails and are in no list. */
export const exampleUsers = { user: 'seeAsViewer', member: 'seeAsMember' } as const satisfies Partial<Record<SeeAsViewer, string>>

/** The admin of the example member's team. */
export const exampleAdmin = 'seeAsAdmin1'

/** Creates the example users, once per installation. Their nickname keys contain a colon, which keys of real nicknames can't. */
export const insertExampleUsers = async (db: Db): Promise<void> => {
  await db
    .insertInto('account')
    .values(
      Object.entries({ ...exampleUsers, admin: exampleAdmin }).map(([kind, id]) => ({
        id,
        email: `${kind}@see-as.invalid`,
        nickname: `Example ${kind}`,
        nickname_key: `see-as:${kind}`,
        password_hash: decoyHash,
        suspended_until: sql<Date>`'infinity'`,
        suspended_reason: 'Example of a viewer, for See as',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
