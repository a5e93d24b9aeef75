import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** Reads the tables that nearly every request needs. Fails if one of them is locked for longer than a request waits. */
export const checkMainTables = async (db: Db): Promise<void> =>
  void (await sql`select exists (select from account), exists (select from session), exists (select from playlist),
    exists (select from video), exists (select from tv_channel), exists (select from programme)`.execute(db))
