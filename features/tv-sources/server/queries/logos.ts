/** Logos named by lists. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

export interface DueLogo {
  id: string
  logo_url: string
}

/** Lists channels whose logo is due. */
export async function listDueLogos(db: Db, limit: number): Promise<DueLogo[]> {
  const { rows } = await sql<DueLogo>`
    select id, logo_url from tv_channel
    where picture_due_at <= now() and logo_url is not null and gone_at is null order by picture_due_at limit ${limit}`.execute(db)
  return rows
}

/** Hours after which a logo is requested again: if the host was busy, and if the daily quota was used up. */
const retryHours: Readonly<Record<string, number>> = { busy: 1, spent: 24 }
/** Hours after which a missing logo is requested again. */
const missingHours = 24 * 7

/** @param picture the result of `pictureOfPage` */
export async function saveLogo(db: Db, { id, logo_url }: DueLogo, picture: string | null): Promise<void> {
  const waitHours = picture === null ? missingHours : retryHours[picture]
  const isFound = waitHours === undefined
  await sql`
    update tv_channel set
      picture_id = ${isFound ? picture : sql`picture_id`},
      picture_due_at = ${isFound ? null : sql`now() + make_interval(hours => ${waitHours})`}
    where id = ${id} and logo_url = ${logo_url} and not 'logo' = any(set_by_hand)`.execute(db)
}
