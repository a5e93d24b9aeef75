import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '#kit/server/db/migrate.ts'
import { databaseUrl } from './database.ts'
import { createFreshDatabase } from './fresh-database.ts'

const { adminUrl } = inject('database')
const { url } = await createFreshDatabase()

interface Upgrade {
  client: pg.Client
  rows: (text: string) => Promise<unknown[][]>
  /** Runs all later migrations. */
  upgrade: () => Promise<void>
}
/** Calls `check` with a new database that has the migrations up to one of them. */
async function withUpgrade(upTo: string, check: (database: Upgrade) => Promise<void>): Promise<void> {
  const name = `choice_test_${randomBytes(6).toString('hex')}`
  const address = databaseUrl(adminUrl, name)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const client = new pg.Client({ connectionString: address })
  try {
    await migrate(address, 'migrations', { upTo })
    await client.connect()
    const rows = async (text: string) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
    await check({ client, rows, upgrade: async () => void (await migrate(address, 'migrations')) })
  } finally {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

test('views of hours move to the first quarter of the hour, and views that waited are counted once', async () => {
  await withUpgrade('0300_baseline.sql', async ({ client, rows, upgrade }) => {
    await client.query(`
      insert into account (id, email, password_hash) values (repeat('a', 11), 'ann@example.com', 'none');
      insert into playlist (id, user_id, name, status_id, views, position) values (repeat('P', 11), repeat('a', 11), 'Films', 1, 5, 1);
      insert into series (id, playlist_id, name, position) values (repeat('S', 11), repeat('P', 11), 'All', 1);
      insert into video (id, series_id, title, src, kind, site, views, position)
        values (repeat('v', 11), repeat('S', 11), 'Film', 'https://a.test/', 'file', 'a.test', 6, 1);
      insert into tv_channel (id, name, position, stream_url) values (repeat('T', 11), 'One', 1, 'https://a.test/live');
      insert into playlist_view_count values (1, '2026-01-01 10:00Z', 24, 5);
      insert into tv_channel_view_count values (repeat('T', 11), '2026-01-01 10:00Z', 3, 4);
      insert into video_view_count values (1, '2026-01-01 10:00Z', repeat('S', 11), repeat('v', 11), 6);
      insert into programme_view_count values (repeat('T', 11), '2026-01-01 10:00Z', repeat('p', 11), 'News', 2);
      insert into channel_viewer values (1, 'ann', '2026-01-01 10:10Z');
      insert into tv_channel_viewer values (repeat('T', 11), 'ann', '2026-01-01 10:10Z');
      insert into views_to_add (video_id, views) values (repeat('v', 11), 10);
      insert into views_to_add (playlist_key, views) values (1, 20);
      insert into view_to_count values (1, repeat('S', 11), repeat('v', 11), 'ann', '2026-01-01 10:50Z'), (1, null, null, 'bob', '2026-01-01 10:50Z');
      insert into tv_view_to_count values (repeat('T', 11), repeat('p', 11), 'News', 'ann', '2026-01-01 11:30Z'), (repeat('T', 11), null, null, 'ann', '2026-01-01 10:20Z')`)
    await upgrade()
    await client.query(`select count_views(channel_type, channel_id, item_id, 100), count_views(channel_type, channel_id, item_id, 100)
      from (select distinct channel_type, channel_id, item_id from view_to_count) as things`)
    expect(await rows('select from view_to_count')).toEqual([])
    const hour = `to_char(to_timestamp(quarter * 900.0) at time zone 'utc', 'HH24:MI')`
    const since = 'quarter - former_quarter'
    expect(
      await rows(`select playlist_key, tv_channel_id, ${hour}, viewers, ${since}, views from channel_view_count order by 1, 3, 5`),
    ).toEqual([
      [1, null, '10:00', 'g', null, 5],
      [1, null, '10:45', 'u', 3, 1],
      [1, null, '10:45', 'u', null, 1],
      [null, 'TTTTTTTTTTT', '10:00', 'g', 12, 4],
      [null, 'TTTTTTTTTTT', '11:30', 'u', 6, 1],
    ])
    expect(await rows(`select playlist_key, item_id, series_id, title, ${hour}, views from item_view_count order by 1, 5`)).toEqual([
      [1, 'vvvvvvvvvvv', 'SSSSSSSSSSS', null, '10:00', 6],
      [1, 'vvvvvvvvvvv', 'SSSSSSSSSSS', null, '10:45', 1],
      [null, 'ppppppppppp', null, 'News', '10:00', 2],
      [null, 'ppppppppppp', null, 'News', '11:30', 1],
    ])
    expect(await rows('select playlist.views, video.views from playlist, video')).toEqual([[27, 17]])
    expect(await rows(`select channel_type, viewer from channel_viewer order by 1, 2`)).toEqual([
      ['playlist', 'ann'],
      ['playlist', 'bob'],
      ['tv_channel', 'ann'],
    ])
  })
})

test('figures by hour move to the first quarter of the hour, and everything is queued for the search index', async () => {
  await withUpgrade('0340_match_names.sql', async ({ client, rows, upgrade }) => {
    await client.query(`
      insert into account (id, email, password_hash) values (repeat('a', 11), 'ann@example.com', 'none');
      insert into playlist (id, user_id, name, status_id, public_since, position) values (repeat('P', 11), repeat('a', 11), 'Films', 3, now(), 1);
      insert into channel_view_count (playlist_key, hour, hours_since, views) values (1, '2026-01-01 10:00Z', 24, 5), (1, '2026-01-01 10:00Z', 3, 2);
      insert into click_count (playlist_key, video_id, clickable_type, hour, clicks) values (1, repeat('v', 11), 'go_to', '2026-01-01 10:00Z', 3);
      insert into search_document (subject, key, scope, name, name_tokens, tag_tokens, tokens, popularity, added_at, published_at)
        values ('playlist', '1', 'public', 'films', '{films}', '{}', '{films}', 0, now(), now())`)
    await upgrade()
    const quarter = Date.parse('2026-01-01T10:00Z') / 900_000
    expect(await rows('select quarter, viewers, former_quarter, views from channel_view_count order by views')).toEqual([
      [quarter, 'g', quarter - 12, 2],
      [quarter, 'g', null, 5],
    ])
    expect(await rows('select quarter, clicks from click_count')).toEqual([[quarter, 3]])
    expect(await rows('select unique_views::integer, own_views::integer from channel_view_total')).toEqual([[5, 0]])
    expect(await rows(`select key from search_change where subject = 'playlist'`)).toEqual([['1']])
  })
})

test('direct copies of paid videos know their original; other copies stay as they were', async () => {
  await withUpgrade('0455_incomplete_uploads.sql', async ({ client, rows, upgrade }) => {
    await client.query(`
      insert into account (id, email, password_hash) values (repeat('a', 11), 'ann@example.com', 'none');
      insert into playlist (id, user_id, name, status_id, position) values (repeat('P', 11), repeat('a', 11), 'Films', 1, 1);
      insert into series (id, playlist_id, name, position) values (repeat('S', 11), repeat('P', 11), 'All', 1);
      insert into video (id, series_id, title, src, kind, site, position, copied_video_id, paid_playlist_key)
        select repeat(id, 11), repeat('S', 11), title, 'https://a.test/', 'file', 'a.test', row_number() over (), repeat(source, 11), key
        from (values ('o', 'Original', null, null), ('c', 'Copy', 'o', 1), ('d', 'Copy of the copy', 'c', 1), ('g', 'Copy of a deleted video', 'x', 1),
          ('f', 'Copy of an open video', 'o', null)) as video (id, title, source, key)`)
    await upgrade()
    expect(await rows(`select title, paid_video_id from video order by position`)).toEqual([
      ['Original', null],
      ['Copy', 'ooooooooooo'],
      ['Copy of the copy', null],
      ['Copy of a deleted video', null],
      ['Copy of an open video', null],
    ])
  })
})

/** Returns the part of the product that a source belongs to: a feature, `kit` or `server`. */
const featureOf = (file: string) => /^(?:features\/)?([^/]+)/.exec(file)![1]!
const written = /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|(?:insert into|delete from|(?<!for |no key )update)\s+([a-z_]+)/g

test('only one part of the product writes a table; others may read it', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  await client.end()
  const tables = new Set(rows.map(({ name }) => name))
  const writers = new Map<string, Set<string>>()
  const sources = ['features', 'kit', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  for (const file of sources.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')))
    for (const [, byBuilder, bySql] of readFileSync(file, 'utf8').matchAll(written)) {
      const table = byBuilder ?? bySql!
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(featureOf(file)))
    }
  expect(writers.get('playlist')).toEqual(new Set(['channels']))
  expect([...writers].filter(([, parts]) => parts.size > 1).map(([table, parts]) => [table, ...parts])).toEqual([])
})
