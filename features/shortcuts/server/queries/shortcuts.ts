import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db } from '#kit/server/db/db.ts'
import { inList } from '#kit/server/db/prepare.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { Shortcut } from '../../contract.ts'

/** Lists an owner's shortcuts: those on the left first, each side in order. @param tierId only the shortcut to this package */
export async function listShortcuts(db: Db, ownerId: string, language: Language, tierId?: string): Promise<Shortcut[]> {
  const { rows } = await sql<Shortcut>`
    select * from (
      select shortcut.id, shortcut.tier_id, tier.name, ${pictureAddress('tier.picture_id')} as icon,
        '/' || ${language}::text || '/tiers?tier=' || tier.id as url, shortcut.is_left,
        (row_number() over (partition by shortcut.is_left order by shortcut.position) - 1)::int as position
      from shortcut join tier on tier.id = shortcut.tier_id where shortcut.owner_id = ${ownerId}) as placed
    where ${tierId === undefined ? sql`true` : sql`tier_id = ${tierId}`} order by is_left desc, position`.execute(db)
  return rows
}

export interface ShortcutPlace {
  id: string
  tier_id: string
  is_left: boolean
}
/** Returns the owner's shortcut with this id, or to this package. */
export const findShortcut = (db: Db, ownerId: string, key: 'id' | 'tier_id', value: string): Promise<ShortcutPlace | undefined> =>
  db.selectFrom('shortcut').select(['id', 'tier_id', 'is_left']).where('owner_id', '=', ownerId).where(key, '=', value).executeTakeFirst()

/** Whether these shortcuts are on the left side; undefined unless all belong to the owner and are on one side. */
export async function findCommonSide(db: Db, ownerId: string, ids: readonly string[]): Promise<boolean | undefined> {
  const rows = await db.selectFrom('shortcut').select('is_left').where('owner_id', '=', ownerId).where('id', 'in', inList(ids)).execute()
  const [first] = rows
  return rows.length === ids.length && rows.every(({ is_left: isLeft }) => isLeft === first?.is_left) ? first?.is_left : undefined
}

export interface NewShortcut {
  id: string
  user_id: string
  team_id: string | null
  tier_id: string
  is_left: boolean
  position: number
}
export const insertShortcut = (db: Db, shortcut: NewShortcut) => db.insertInto('shortcut').values(shortcut).execute()

/** @returns false if the owner has no shortcut with this id */
export const deleteShortcut = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  (await db.deleteFrom('shortcut').where('owner_id', '=', ownerId).where('id', '=', id).executeTakeFirstOrThrow()).numDeletedRows > 0n
