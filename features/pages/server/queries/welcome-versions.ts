import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { PictureUses } from '#kit/server/picture-uses.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { WelcomeName } from '../../contract.ts'
import type { WelcomeContent } from '../../welcome-content.ts'

const content = sql<WelcomeContent | null>`content`.as('content')
const startsAt = sql<string | null>`${isoTime(sql`starts_at`)}`.as('starts_at')
const endsAt = sql<string | null>`${isoTime(sql`ends_at`)}`.as('ends_at')

/** Lists published versions that are shown now or later, latest first. */
export const listPublished = (db: Db) =>
  db
    .selectFrom('welcome_version')
    .select((eb) => [eb.ref('page').$castTo<WelcomeName>().as('page'), content, startsAt, endsAt])
    .where('state', '=', 'published')
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .limit(500)
    .execute()

/** Lists versions of a page: first the draft, then the latest. */
export const listVersions = (db: Db, page: WelcomeName, limit: number) =>
  db
    .selectFrom('welcome_version')
    .leftJoin('account', 'account.id', 'welcome_version.saved_by')
    .select((eb) => [
      sql<string>`welcome_version.id::text`.as('version'),
      eb.ref('state').$castTo<'draft' | 'published' | 'undone'>().as('state'),
      content,
      startsAt,
      endsAt,
      isoTime(eb.ref('saved_at')).as('saved_at'),
      'account.nickname as saved_by',
    ])
    .where('page', '=', page)
    .orderBy(sql`(state = 'draft')`, 'desc')
    .orderBy('welcome_version.id', 'desc')
    .limit(limit)
    .execute()

/** Serialises changes of a page until the transaction ends. */
export const lockPage = (tx: Db, page: WelcomeName) => sql`select pg_advisory_xact_lock(hashtext('welcome'), hashtext(${page}))`.execute(tx)

interface NewVersion {
  page: WelcomeName
  state: 'draft' | 'published'
  content: WelcomeContent | null
  starts_at: string | null
  ends_at: string | null
  saved_by: string
}
export const insertVersion = (tx: Db, { content, ...row }: NewVersion) =>
  tx
    .insertInto('welcome_version')
    .values({ ...row, content: content && JSON.stringify(content) })
    .execute()

export const deleteDraft = (tx: Db, page: WelcomeName) =>
  tx.deleteFrom('welcome_version').where('page', '=', page).where('state', '=', 'draft').execute()

/**
 * Marks a published version as undone. The page gets a new version id, so that an operator with an outdated page can't undo another
 * version.
 */
export const undoVersion = (tx: Db, version: string) =>
  sql`update welcome_version set state = 'undone', id = default where id = ${version}::bigint`.execute(tx)

/** Number of versions kept per page, in addition to those still shown. */
const keptVersions = 30
export const deleteOldVersions = (tx: Db, page: WelcomeName) =>
  sql`delete from welcome_version where page = ${page} and (state = 'undone' or ends_at < now()) and id < (
    select min(id) from (select id from welcome_version where page = ${page} order by id desc limit ${keptVersions}) as latest)`.execute(tx)

export const insertWelcomePicture = (tx: Db, pictureId: string) =>
  tx.insertInto('welcome_picture').values({ picture_id: pictureId }).returning('id').executeTakeFirstOrThrow()

/** Addresses of uploaded pictures. */
export const listWelcomePictures = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('welcome_picture')
    .select(['id', sql<string>`${pictureAddress('picture_id')}`.as('image')])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

export const welcomePictures: PictureUses = {
  isPublic: (id) => sql`exists (select from welcome_picture where picture_id = ${id})`,
  isSeenBy: () => sql`false`,
  isOwnedBy: (id, userId) => sql`exists (select from welcome_picture where picture_id = ${id}
    and exists (select from account where account.id = ${userId} and is_operator))`,
}
