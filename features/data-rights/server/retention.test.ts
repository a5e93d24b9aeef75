/** Checks the retention periods in the privacy statement and docs/operations.md. Makes rows older, which the jobs must then delete. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { deleteOldIdempotencyKeys } from '#kit/server/http/idempotency.ts'
import { deleteOldJobs } from '#kit/server/jobs/job-store.ts'
import { deleteOldLiveEvents } from '#kit/server/live/live-events.ts'
import { deleteExpiredDevices } from '#features/accounts/server/queries/devices.ts'
import { deleteExpiredSecrets } from '#features/accounts/server/queries/secrets.ts'
import { deleteExpiredSessions } from '#features/accounts/server/queries/sessions.ts'
import { deleteExpiredSignUps } from '#features/accounts/server/queries/sign-ups.ts'
import { deleteOldLinks } from '#features/media/server/queries.ts'
import { deleteOldNotifications } from '#features/notifications/server/queries/due.ts'
import { deleteOldPlaybacks } from '#features/watching/server/queries/playbacks.ts'
import { deleteOldSalts, maintainViewPartitions } from '#features/watching/server/queries/views.ts'
import { personalData } from '#server/features.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { deleteExpiredData } from './exports.ts'
import { deleteExpiredExports } from './exports.ts'
import { deleteOldPreviews } from './queries/imports.ts'

const { db, clientFor, services } = await startTestServer()
const ann = await createUser({ db, clientFor })
const { playlistId, videoIds } = await makeFilledChannel(db, ann.client)
const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
const timeAgo = (time: string) => sql<Date>`now() - ${time}::interval`
const hash = () => randomBytes(32)
const deleteExpired = () => deleteExpiredData(db, personalData, new AbortController().signal)

interface Row {
  what: string
  /** Ages of a row just beyond and just within the period. */
  ages: [old: string, young: string]
  insert: (age: string) => Promise<unknown>
  count: () => Promise<number>
  job: () => Promise<unknown>
}
const countOf = async (table: string, condition = sql`true`) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where ${condition}`.execute(db)).rows[0]!.count

const halfHour = (age: string) => sql<number>`half_hour(now() - ${age}::interval)`
const view = (age: string) =>
  db
    .insertInto('view_action')
    .values({ id: newId(), user_id: ann.id, video_id: videoIds[0]!, viewed_at: timeAgo(age), half_hour: halfHour(age) })
    .execute()

const rows: readonly Row[] = [
  {
    what: 'unused sessions: 30 days',
    ages: ['1 second', '-1 hour'],
    insert: (age) =>
      db
        .insertInto('session')
        .values({ id: newId(), account_id: ann.id, cookie_hash: hash(), user_agent: 'x', expires_at: timeAgo(age) })
        .execute(),
    count: () => countOf('session', sql`user_agent = 'x'`),
    job: () => deleteExpiredSessions(db),
  },
  {
    what: 'unconfirmed registrations: 24 hours',
    ages: ['1 second', '-1 hour'],
    insert: (age) =>
      db
        .insertInto('sign_up')
        .values({ id: newId(), email: 'a@b.test', mailbox: 'a@b.test', language: 'en', expires_at: timeAgo(age) })
        .execute(),
    count: () => countOf('sign_up'),
    job: () => deleteExpiredSignUps(db),
  },
  {
    what: 'emailed links and codes, until they expire',
    ages: ['1 second', '-1 hour'],
    insert: async (age) => {
      const other = await createUser({ db, clientFor })
      await db
        .insertInto('one_time_secret')
        .values({ account_id: other.id, purpose: 'reset', secret_hash: hash(), expires_at: timeAgo(age) })
        .execute()
    },
    count: () => countOf('one_time_secret'),
    job: () => deleteExpiredSecrets(db),
  },
  {
    what: 'known browsers of a user: 13 months',
    ages: ['1 second', '-1 hour'],
    insert: (age) =>
      db
        .insertInto('known_device')
        .values({ account_id: ann.id, device_hash: hash(), expires_at: timeAgo(age) })
        .execute(),
    count: () => countOf('known_device'),
    job: () => deleteExpiredDevices(db),
  },
  {
    what: 'idempotency keys: 24 hours',
    ages: ['25 hours', '23 hours'],
    insert: (age) =>
      db
        .insertInto('idempotency_key')
        .values({ key: hash(), input: hash(), answer: '1', made_at: timeAgo(age) })
        .execute(),
    count: () => countOf('idempotency_key'),
    job: () => deleteOldIdempotencyKeys(db),
  },
  {
    what: 'failed jobs: 30 days',
    ages: ['31 days', '29 days'],
    insert: (age) =>
      db
        .insertInto('job')
        .values({ name: 'x', payload: '{}', max_attempts: 1, state: 'dead', error: 'x', finished_at: timeAgo(age) })
        .execute(),
    count: () => countOf('job', sql`name = 'x'`),
    job: () => deleteOldJobs(db),
  },
  {
    what: 'live events: an hour',
    ages: ['61 minutes', '50 minutes'],
    insert: (age) =>
      db
        .insertInto('live_event')
        .values({ receiver_id: ann.id, name: 'changed', data: '{}', created_at: timeAgo(age) })
        .execute(),
    count: () => countOf('live_event', sql`name = 'changed' and data::text = '{}'`),
    job: () => deleteOldLiveEvents(db),
  },
  {
    what: 'read notifications: 90 days',
    ages: ['91 days', '89 days'],
    insert: (age) =>
      db
        .insertInto('notification')
        .values({ account_id: ann.id, kind: 'new_items', in_bell: true, created_at: timeAgo(age), read_at: timeAgo(age) })
        .execute(),
    count: () => countOf('notification', sql`read_at is not null`),
    job: () => deleteOldNotifications(db, 100),
  },
  {
    what: 'all notifications: a year',
    ages: ['367 days', '360 days'],
    insert: (age) =>
      db
        .insertInto('notification')
        .values({ account_id: ann.id, kind: 'new_items', in_bell: true, created_at: timeAgo(age) })
        .execute(),
    count: () => countOf('notification', sql`read_at is null`),
    job: () => deleteOldNotifications(db, 100),
  },
  {
    what: 'unused link metadata: a week',
    ages: ['8 days', '6 days'],
    insert: (age) =>
      db
        .insertInto('link')
        .values({
          url: `https://a.test/${newId()}`,
          title: 'x',
          description: '',
          site: 'x',
          kind: 'page',
          is_reached: true,
          fetched_at: timeAgo(age),
        })
        .execute(),
    count: () => countOf('link'),
    job: () => deleteOldLinks(db),
  },
  {
    what: 'playbacks: 30 days',
    ages: ['31 days', '29 days'],
    insert: (age) =>
      db
        .insertInto('view_process')
        .values({
          id: newId(),
          view_action_id: newId(),
          view_half_hour: halfHour(age),
          started_at: timeAgo(age),
          reported_at: timeAgo(age),
          ended_at: timeAgo(age),
        })
        .execute(),
    count: () => countOf('view_process'),
    job: () => deleteOldPlaybacks(db, 30),
  },
  {
    what: 'the salt of guests’ views: until the end of the day',
    ages: ['2 days', '0 days'],
    insert: (age) =>
      db
        .insertInto('visitor_salt')
        .values({ day: sql<Date>`(now() at time zone 'utc' - ${age}::interval)::date`, salt: hash() })
        .execute(),
    count: () => countOf('visitor_salt'),
    job: () => deleteOldSalts(db),
  },
  {
    what: 'requested archives: 24 hours',
    ages: ['25 hours', '23 hours'],
    insert: (age) =>
      db
        .insertInto('data_export')
        .values({ account_id: ann.id, state: 'done', bytes: 1, ended_at: timeAgo(age) })
        .execute(),
    count: () => countOf('data_export'),
    job: () => deleteExpiredExports(db, services.storage),
  },
  {
    what: 'previews of imports: an hour',
    ages: ['61 minutes', '59 minutes'],
    insert: (age) =>
      db
        .insertInto('import_preview')
        .values({ account_id: ann.id, channels: '[]', created_at: timeAgo(age) })
        .execute(),
    count: () => countOf('import_preview'),
    job: () => deleteOldPreviews(db),
  },
  {
    what: 'views of users: 24 months',
    ages: ['26 months', '23 months'],
    insert: view,
    count: () => countOf('view_action', sql`viewed_at < now() - interval '22 months'`),
    job: () => maintainViewPartitions(db, 3, 24),
  },
  {
    what: 'events of following: 10 years',
    ages: ['10 years 1 day', '9 years 11 months'],
    insert: (age) =>
      db
        .insertInto('follow_event')
        .values({ playlist_key: key, user_id: ann.id, kind: 'follow', happened_at: timeAgo(age) })
        .execute(),
    count: () => countOf('follow_event', sql`happened_at < now() - interval '9 years'`),
    job: deleteExpired,
  },
  {
    what: 'reports: 10 years',
    ages: ['10 years 1 day', '9 years 11 months'],
    insert: async (age) => {
      const reporter = await createUser({ db, clientFor })
      await db
        .insertInto('report')
        .values({ reporter_id: reporter.id, report_type_id: 1, playlist_key: key, url: 'https://a.test', reported_at: timeAgo(age) })
        .execute()
    },
    count: () => countOf('report'),
    job: deleteExpired,
  },
]

test.each(rows)('$what', async ({ ages: [old, young], insert, count, job }) => {
  await insert(old)
  await insert(young)
  expect(await count()).toBe(2)
  await job()
  expect(await count()).toBe(1)
  await job()
  expect(await count()).toBe(1)
})
