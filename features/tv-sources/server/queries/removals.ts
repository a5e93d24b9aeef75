/** Removes reported TV content. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { RemoveTelevision } from '#features/reports/server/decide.ts'

/**
 * Disables or restores a TV channel, as an operator does in the list of TV channels, so that imports keep the change. Restoring resets the
 * channel to its state before the removal.
 */
async function setTvChannelOff(db: Db, id: string, isOff: boolean): Promise<void> {
  await sql`
    update tv_channel set
      ${
        isOff
          ? sql`is_off = true, was_off = coalesce(was_off, is_off)`
          : // A change by hand since the removal is kept.
            sql`is_off = coalesce(was_off, is_off), was_off = null`
      },
      set_by_hand = array(select distinct unnest(set_by_hand || array['is_off']) order by 1)
    where id = ${id}`.execute(db)
}

/** Hides a programme, or shows it again. Writes no row of the programme, as an import may lock that for minutes. */
export async function setProgrammeRemoved(db: Db, id: string, isRemoved: boolean): Promise<void> {
  await (
    isRemoved
      ? sql`insert into removed_programme (programme_id) values (${id}) on conflict do nothing`
      : sql`delete from removed_programme where programme_id = ${id}`
  ).execute(db)
}

/** Deletes removals from more than `days` days ago, whose programmes are in no guide any more. Keeps those of programmes in notifications. */
export async function deleteStaleRemovals(db: Db, days: number): Promise<void> {
  await sql`
    delete from removed_programme where removed_at < now() - make_interval(days => ${days})
      and not exists (select from notification where notification.programme_id = removed_programme.programme_id)`.execute(db)
}

/** Removes TV content: disables a TV channel, or hides a programme. */
export const removeTelevision: RemoveTelevision = (tx, { type, key }, isRemoved) =>
  type === 'channel' ? setTvChannelOff(tx, key, isRemoved) : setProgrammeRemoved(tx, key, isRemoved)
