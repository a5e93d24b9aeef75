// @module-tag slow
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { createDb } from '#kit/server/db/db.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { measureUndisturbedMs } from './busy-machine.ts'
import { databaseUrl } from './database.ts'

const { adminUrl } = inject('database')
const name = `choice_test_${randomBytes(6).toString('hex')}`
const url = databaseUrl(adminUrl, name)
const admin = new pg.Client({ connectionString: adminUrl })
await admin.connect()
await admin.query(`create database ${name}`)
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

const baseline = '0300_baseline.sql'

/** Runs `work`, and returns the longest wait in ms of a read from the tables that every request reads. */
async function watchReads<T>(work: () => Promise<T>): Promise<{ answer: T; longestMs: number }> {
  const reader = createDb({ connection: url, onError: () => undefined })
  let isOver = false
  let longestMs = 0
  const reading = (async () => {
    while (!isOver) {
      const startedMs = performance.now()
      await sql`select exists (select from account), exists (select from session), exists (select from playlist), exists (select from video)`.execute(
        reader,
      )
      longestMs = Math.max(longestMs, performance.now() - startedMs)
    }
  })()
  try {
    return { answer: await work(), longestMs }
  } finally {
    isOver = true
    await reading
    await reader.destroy()
  }
}

test(
  'the migrations after the baseline end in time with 60,000 users and channels, block no reads for long, and keep all rows',
  { timeout: 600_000 },
  async () => {
    await migrate(url, 'migrations', { upTo: baseline })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      // Disables triggers, because they would count and index each row.
      await client.query(`set session_replication_role = replica;
      insert into account (id, email, password_hash)
        select 'U' || lpad(n::text, 10, '0'), 'u' || n || '@example.com', 'none' from generate_series(1, 60000) n;
      insert into playlist (id, user_id, name, status_id, public_since, position)
        select 'P' || lpad(n::text, 10, '0'), 'U' || lpad(n::text, 10, '0'), 'Channel ' || n, 3, now() - n * interval '1 minute', n
        from generate_series(1, 60000) n;
      insert into series (id, playlist_id, name, position) select 'S' || right(id, 10), id, 'Series', 1 from playlist where kind = 'channel';
      insert into video (id, series_id, title, src, kind, site, position)
        select 'V' || right(id, 10), id, 'Film', 'https://films.test/1.mp4', 'file', 'films.test', 1 from series;
      insert into follow (user_id, playlist_key, position)
        select account.id, playlist.key, 1 from account join playlist on right(playlist.id, 10)::int = right(account.id, 10)::int % 60000 + 1
        where account.id like 'U%';
      insert into view_action (id, user_id, video_id) select 'W' || right(id, 10), id, 'V' || right(id, 10) from account where id like 'U%';
      insert into watch_position (user_id, video_id, position) select id, 'V' || right(id, 10), 10 from account where id like 'U%';
      set session_replication_role = origin;
      analyze`)
      const clock = measureUndisturbedMs()
      const { longestMs } = await watchReads(() => migrate(url, 'migrations'))
      expect(clock()).toBeLessThan(150_000)
      expect(longestMs).toBeLessThan(15_000)
      const { rows } = await client.query(`
      select (select count(*)::int from playlist) as channels, (select count(*)::int from follow) as follows,
        (select count(*)::int from view_action) as views, (select count(*)::int from watch_position) as positions`)
      expect(rows[0]).toEqual({ channels: 60_000, follows: 60_000, views: 60_000, positions: 60_000 })
    } finally {
      await client.end()
    }
  },
)
