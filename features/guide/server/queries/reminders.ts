import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isTvChannelListed } from '#features/channels/server/queries/access.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { Reminder } from '../../shapes.ts'
import { guideShift } from '#features/tv-sources/server/queries/columns.ts'
import type { RestrictedRow } from './channels.ts'
import { inLanguage } from './columns.ts'
import { programmeChannelSql, type ProgrammeRow, programmeTimes } from './guide.ts'

/** SQL on `reminder`: whether its programme is visible. The reminder of a removed programme is hidden and not sent. */
export const isProgrammeShown = sql<boolean>`not exists (select from removed_programme where programme_id = reminder.programme_id)`

/**
 * Returns a programme's start and TV channel: the requested channel, or else the first channel with the programme that the reader may
 * watch.
 */
export const findRemindable = prepare(
  (_: Db, reader: Reader, id: string, channelId: string | undefined) => sql<
    Pick<ProgrammeRow, 'start'> & RestrictedRow & { channel_id: string }
  >`
    select tv_channel.restriction, tv_channel.id as channel_id, ${programmeTimes}
    from ${programmeChannelSql(reader, id, channelId)} as tv_channel join programme on programme.id = ${id}`,
)

/**
 * Creates a reminder of a programme on a channel (idempotent).
 * @returns false if the user has `limit` waiting reminders already, or the programme was deleted concurrently
 * @throws a foreign key violation if the channel was deleted concurrently
 */
export const insertReminder = (db: Db, { userId, programmeId, channelId, limit }: NewReminder): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const { rows } = await sql`
      insert into reminder as known (user_id, programme_id, tv_channel_id, title, starts_at)
      select ${userId}, programme.id, tv_channel.id, programme.title, programme.starts_at + ${guideShift}
      from programme join tv_channel on tv_channel.id = ${channelId}
      where programme.id = ${programmeId} and (exists (select from reminder where user_id = ${userId} and programme_id = ${programmeId})
        or (select count(*) from reminder where user_id = ${userId} and state = 'waiting') < ${limit})
      on conflict (user_id, programme_id) do update set tv_channel_id = excluded.tv_channel_id
      returning 1`.execute(tx)
    return rows.length > 0
  })
interface NewReminder {
  userId: string
  programmeId: string
  channelId: string
  limit: number
}

export const deleteReminder = (db: Db, userId: string, programmeId: string) =>
  db.deleteFrom('reminder').where('user_id', '=', userId).where('programme_id', '=', programmeId).execute()

/** Lists the reader's reminders, soonest first: those of one programme, or those that wait or whose programme began at most a day ago. */
export const listReminders = prepare((_: Db, reader: Reader, programmeId: string | undefined, language: Language) => {
  const page = sql`'/' || ${language}::text || '/tiers?channel=' || tv_channel.id || '&epgId=' || reminder.programme_id`
  return sql<{ json: JsonText<Reminder> }>`
    select json_build_object('epg_id', reminder.programme_id, 'channel_id', tv_channel.id, 'channel_name', tv_channel.name,
      'logoId', ${pictureAddress('tv_channel.picture_id')}, 'title', coalesce(${inLanguage('title', language)}, reminder.title),
      'startTime', ${isoTime(sql.ref('reminder.starts_at'))}, 'stopTime', ${isoTime(sql`(programme.stops_at + ${guideShift})`)},
      'state', reminder.state, 'epg_url', ${page})::text as json
    from reminder join tv_channel on tv_channel.id = reminder.tv_channel_id left join programme on programme.id = reminder.programme_id
    where reminder.user_id = ${reader.user?.id ?? ''} and ${isTvChannelListed(reader)} and ${isProgrammeShown}
      and ${programmeId === undefined ? sql`(reminder.state = 'waiting' or reminder.starts_at > now() - interval '1 day')` : sql`reminder.programme_id = ${programmeId}`}
    order by reminder.starts_at, reminder.programme_id`
})

/** A due reminder and its user, locked until the transaction ends. */
export interface DueReminder {
  user_id: string
  programme_id: string
  channel_id: string
  title: string
  /** Whether to notify the user: the programme isn't over, and the user may see its channel. */
  should_notify: boolean
}
export async function lockDueReminders(db: Db, minutes: number, limit: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    with due as (
      select reminder.* from reminder
      where reminder.state = 'waiting' and reminder.starts_at <= now() + make_interval(mins => ${minutes})
        and exists (select from programme where programme.id = reminder.programme_id)
      order by reminder.starts_at limit ${limit} for update skip locked
    ), told as (
      update reminder set state = 'told' from due where reminder.user_id = due.user_id and reminder.programme_id = due.programme_id
    )
    select due.user_id, due.programme_id, due.tv_channel_id as channel_id, due.title,
      programme.stops_at + ${guideShift} > now() and not tv_channel.is_off and tv_channel.gone_at is null
        and (not tv_channel.adult or account.adult_content) as should_notify
    from due join programme on programme.id = due.programme_id join tv_channel on tv_channel.id = due.tv_channel_id
      join account on account.id = due.user_id`.execute(db)
  return rows
}

/**
 * Updates reminders whose programme is no longer in the guide. A programme that an operator removed counts as in the guide. Reminders
 * follow the title to its new time, within 12 hours of the old time; others are marked as gone. Locks the reminders until the transaction
 * ends.
 * @returns the number of these reminders, and the gone ones of which to notify users
 */
export async function moveReminders(db: Db, limit: number): Promise<{ takenCount: number; gone: DueReminder[] }> {
  const { rows } = await sql<DueReminder & { is_gone: boolean }>`
    with lost as (
      select reminder.* from reminder
      where reminder.state = 'waiting' and not exists (select from guide_programme where guide_programme.id = reminder.programme_id)
      order by reminder.starts_at limit ${limit} for update skip locked
    ), looked as materialized (
      select lost.*, found.id as new_id, found.starts_at + ${guideShift} as new_start,
        exists (select from reminder where reminder.user_id = lost.user_id and reminder.programme_id = found.id)
          or (found.id is not null and row_number() over (partition by lost.user_id, found.id order by lost.starts_at, lost.programme_id) > 1) as is_doubled,
        not tv_channel.is_off and tv_channel.gone_at is null and (not tv_channel.adult or account.adult_content)
          and not exists (select from removed_programme where programme_id = lost.programme_id) as should_notify
      from lost join tv_channel on tv_channel.id = lost.tv_channel_id join account on account.id = lost.user_id
        left join lateral (
          select programme.id, programme.starts_at from programme
          where programme.guide_channel_id = tv_channel.guide_channel_id and programme.title = lost.title
            and programme.starts_at between lost.starts_at - ${guideShift} - interval '12 hours' and lost.starts_at - ${guideShift} + interval '12 hours'
            and programme.stops_at + ${guideShift} > now()
          order by abs(extract(epoch from programme.starts_at + ${guideShift} - lost.starts_at)) limit 1) as found on true
    ), moved as (
      update reminder set programme_id = looked.new_id, starts_at = looked.new_start from looked
      where reminder.user_id = looked.user_id and reminder.programme_id = looked.programme_id and looked.new_id is not null and not looked.is_doubled
    ), doubled as (
      delete from reminder using looked
      where reminder.user_id = looked.user_id and reminder.programme_id = looked.programme_id and looked.is_doubled
    ), gone as (
      update reminder set state = 'gone' from looked
      where reminder.user_id = looked.user_id and reminder.programme_id = looked.programme_id and looked.new_id is null
    )
    select user_id, programme_id, tv_channel_id as channel_id, title, should_notify and starts_at > now() as should_notify, new_id is null as is_gone
    from looked`.execute(db)
  return { takenCount: rows.length, gone: rows.filter((row) => row.is_gone && row.should_notify) }
}

export const deleteOldReminders = (db: Db, days: number) =>
  sql`delete from reminder where starts_at < now() - make_interval(days => ${days})`.execute(db)

/** @param tokenHash null: revokes the calendar */
export async function saveCalendar(db: Db, userId: string, tokenHash: Buffer | null): Promise<void> {
  if (tokenHash === null) await db.deleteFrom('reminder_calendar').where('user_id', '=', userId).execute()
  else
    await db
      .insertInto('reminder_calendar')
      .values({ user_id: userId, token_hash: tokenHash })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash: tokenHash, created_at: sql`now()` }))
      .execute()
}
/** SQL on `reminder_calendar` and `account`: whether the calendar was created after the user last ended all sessions. */
const isCalendarValid = sql<boolean>`(account.logins_ended_at is null or reminder_calendar.created_at > account.logins_ended_at)`

export const hasCalendar = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('reminder_calendar')
    .innerJoin('account', 'account.id', 'reminder_calendar.user_id')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(isCalendarValid)
    .executeTakeFirst()) !== undefined

export interface CalendarEvent {
  id: string
  title: string
  channel: string
  channel_id: string
  /** ISO 8601. */
  start: string
  stop: string
}
/** Returns the reminders and the language of the user who owns a calendar's token; undefined if the token is invalid. */
export async function findCalendar(db: Db, tokenHash: Buffer): Promise<{ language: Language; events: CalendarEvent[] } | undefined> {
  const { rows } = await sql<{ language: Language; events: CalendarEvent[] }>`
    select account.language, coalesce((
      select json_agg(json_build_object('id', reminder.programme_id,
          'title', coalesce(programme.translations -> account.language ->> 'title', programme.title), 'channel', tv_channel.name, 'channel_id', tv_channel.id,
          'start', ${isoTime(sql.ref('reminder.starts_at'))}, 'stop', ${isoTime(sql`(programme.stops_at + ${guideShift})`)}) order by reminder.starts_at)
      from reminder join tv_channel on tv_channel.id = reminder.tv_channel_id join programme on programme.id = reminder.programme_id
      where reminder.user_id = account.id and reminder.state <> 'gone' and not tv_channel.is_off and tv_channel.gone_at is null
        and (not tv_channel.adult or account.adult_content)), '[]') as events
    from reminder_calendar join account on account.id = reminder_calendar.user_id
    where reminder_calendar.token_hash = ${tokenHash} and ${isCalendarValid}`.execute(db)
  return rows[0]
}
