// @module-tag slow
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from '#kit/server/migrate.ts'
import { undisturbedClock } from './busy-machine.ts'
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

/** The newest one before those that are looked at. */
const before = '0155_channel_names_for_guides.sql'
const later = readdirSync('migrations')
  .filter((file) => file.endsWith('.sql') && file > before)
  .toSorted()

/** How long somebody waits at most who reads the tables of every request meanwhile, in ms. */
async function watchReads<T>(work: () => Promise<T>): Promise<{ answer: T; longestMs: number }> {
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  let isOver = false
  let longestMs = 0
  const reading = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await reader.query(
        'select exists (select from account), exists (select from session), exists (select from playlist), exists (select from video)',
      )
      longestMs = Math.max(longestMs, performance.now() - begun)
    }
  })()
  try {
    return { answer: await work(), longestMs }
  } finally {
    isOver = true
    await reading
    await reader.end()
  }
}

test(
  'later migrations of 60,000 users with a channel each end in time, hold up no reads for long, and keep what there is',
  { timeout: 600_000 },
  async () => {
    await migrate(url, 'migrations', { upTo: before })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      // Without triggers, which count and index each row: what they would write here, no migration of these reads.
      await client.query(`set session_replication_role = replica;
      insert into account (id, email, password_hash)
        select 'U' || lpad(n::text, 10, '0'), 'u' || n || '@example.com', 'none' from generate_series(1, 60000) n;
      insert into playlist (id, user_id, name, status_id, public_since, position)
        select 'P' || lpad(n::text, 10, '0'), 'U' || lpad(n::text, 10, '0'), 'Channel ' || n, 3, now() - n * interval '1 minute', n
        from generate_series(1, 60000) n;
      insert into playlist_popularity (playlist_key, playlist_id) select key, id from playlist;
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
      expect(later.length).toBeGreaterThan(4)
      const took: Record<string, number> = {}
      const waited: Record<string, number> = {}
      for (const file of later) {
        const clock = undisturbedClock()
        const { longestMs } = await watchReads(() => migrate(url, 'migrations', { upTo: file }))
        took[file] = clock()
        waited[file] = longestMs
      }
      // The longest by far makes a channel for each account, with what it is found by: a minute or more on a busy machine.
      expect(Object.entries(took).filter(([, ms]) => ms > 150_000)).toEqual([])
      expect(Object.entries(waited).filter(([, ms]) => ms > 15_000)).toEqual([])
      const { rows } = await client.query(`
      select (select count(*)::int from playlist where kind = 'channel') as channels,
        (select count(distinct user_id)::int from playlist where kind = 'direct_publish') as direct,
        (select count(*)::int from playlist where kind = 'direct_publish' and status_id = 3) as public,
        (select count(*)::int from playlist_popularity) as popular, (select count(*)::int from playlist) as playlists,
        (select count(*)::int from view_action where seq is null) as views, (select count(*)::int from watch_position) as positions,
        (select count(*)::int from rate_count) as counts, (select count(*)::int from channel_news) as news`)
      expect(rows[0]).toMatchObject({
        channels: 60_000,
        direct: 60_000,
        public: 60_000,
        views: 60_000,
        positions: 60_000,
        counts: 0,
        news: 0,
      })
      expect(rows[0].popular).toBe(rows[0].playlists)
    } finally {
      await client.end()
    }
  },
)
