/** Lists a user's reminders. */
import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { isProgrammeShown } from './reminders.ts'

async function listExportedReminders(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select reminder.programme_id as epg_id, reminder.title, tv_channel.id as channel_id, tv_channel.name as channel,
      ${isoTime(sql.ref('reminder.starts_at'))} as starts_at
    from reminder join tv_channel on tv_channel.id = reminder.tv_channel_id
    where reminder.user_id = ${userId} and ${isProgrammeShown} order by reminder.starts_at`.execute(db)
  return rows
}

/** Exports reminders, but doesn't delete them: a job deletes them two days after the programme's start. */
export const guidePersonalData: PersonalData = { exports: { reminders: listExportedReminders } }
