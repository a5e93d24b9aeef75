/** What of television operators remove, because it was reported. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** Turned off by hand, as an operator turns it off in the list of TV channels: no import turns it on again. Put back, it is what it was before. */
export async function setTvChannelOff(db: Db, id: string, isOff: boolean): Promise<void> {
  await sql`
    update tv_channel set
      ${
        isOff
          ? sql`is_off = true, was_off = coalesce(was_off, is_off)`
          : // Turned on or off by hand meanwhile: that stays.
            sql`is_off = coalesce(was_off, is_off), was_off = null`
      },
      set_by_hand = array(select distinct unnest(set_by_hand || array['is_off']) order by 1)
    where id = ${id}`.execute(db)
}

/** Hides a programme of a guide from everybody, or no longer. It is not touched itself: an import may have it at hand for minutes. */
export async function setProgrammeRemoved(db: Db, id: string, isRemoved: boolean): Promise<void> {
  await (
    isRemoved
      ? sql`insert into removed_programme (programme_id) values (${id}) on conflict do nothing`
      : sql`delete from removed_programme where programme_id = ${id}`
  ).execute(db)
}

/** No guide has these any more, and nobody was told of them. */
export async function forgetRemovedProgrammes(db: Db, days: number): Promise<void> {
  await sql`
    delete from removed_programme where removed_at < now() - make_interval(days => ${days})
      and not exists (select from notification where notification.programme_id = removed_programme.programme_id)`.execute(db)
}
