import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { SettingName } from '../../site-settings.ts'

/** The current value of each setting that an operator has set. */
export const listSettings = (db: Db) =>
  db
    .selectFrom('site_setting')
    .distinctOn('name')
    .leftJoin('account', 'account.id', 'site_setting.set_by')
    .select((eb) => [
      sql<string>`site_setting.id::text`.as('version'),
      eb.ref('name').$castTo<SettingName>().as('name'),
      'value',
      isoTime(eb.ref('set_at')).as('set_at'),
      'account.nickname as set_by',
    ])
    .orderBy('name')
    .orderBy('site_setting.id', 'desc')
    .execute()

/** Serialises changes of settings until the transaction ends. */
export const lockSettings = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('site_setting'))`.execute(tx)

/** The last versions of a setting, latest first. */
export const findVersions = (db: Db, name: SettingName, count: number) =>
  db
    .selectFrom('site_setting')
    .select([sql<string>`id::text`.as('version'), 'value'])
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()

export const insertSetting = (tx: Db, name: SettingName, value: object, userId: string | null) =>
  tx
    .insertInto('site_setting')
    .values({ name, value: JSON.stringify(value), set_by: userId })
    .execute()

/** Number of versions kept per setting. */
const maxKeptVersions = 50
export const deleteOldVersions = (tx: Db, name: SettingName) =>
  sql`delete from site_setting where name = ${name} and id < (
    select min(id) from (select id from site_setting where name = ${name} order by id desc limit ${maxKeptVersions}) as latest)`.execute(tx)
