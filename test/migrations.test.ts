import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { programmeId, programmeIdStart } from '#features/television/server/xmltv-programme.ts'
import { migrate } from '#kit/server/migrate.ts'
import { pgBossTable } from '#kit/server/pg-boss-table.ts'
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

const id = (letter: string) => letter.repeat(11)
const [ann, bob] = [id('a'), id('b')]
const channels = { public: id('P'), link: id('L'), private: id('V'), later: id('W') }

test('follows and likes of channels outlive the migration that gives these a key, and what may have been public is noted', async () => {
  await migrate(url, 'migrations', { upTo: '0009_unconfirmed_nicknames.sql' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const people = [ann, bob].map((one) => `('${one}', '${one}@example.com', 'none')`)
    await client.query(`insert into account (id, email, password_hash) values ${people.join()}`)
    await client.query(
      `insert into playlist (id, user_id, kind, name, status_id, public_since, position) values
        ($2, $1, 'channel', 'Public', 3, now(), 1), ($3, $1, 'channel', 'Link', 2, null, 2), ($4, $1, 'channel', 'Private', 1, null, 3),
        ($5, $1, 'watch_later', 'Later', 1, null, 0)`,
      [ann, channels.public, channels.link, channels.private, channels.later],
    )
    await client.query(
      `insert into follow (user_id, playlist_id, followed_user_id, created_at) values
        ($1, $2, null, '2026-01-01'), ($1, $3, null, '2026-01-02'), ($1, null, $4, '2026-01-03')`,
      [bob, channels.public, channels.link, ann],
    )
    await client.query('insert into liking (user_id, playlist_id) values ($1, $2)', [bob, channels.public])
    await migrate(url, 'migrations')

    const rows = async (text: string) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
    expect(await rows(`select name, id_was_public from playlist where kind <> 'direct_publish' order by name`)).toEqual([
      ['Later', false],
      ['Link', false],
      ['Private', true],
      ['Public', true],
    ])
    const followed = await rows(
      'select coalesce(name, followed_user_id) from follow left join playlist on playlist.key = follow.playlist_key order by follow.position',
    )
    expect(followed).toEqual([[ann], ['Link'], ['Public']])
    expect(await rows('select name from liking join playlist on playlist.key = liking.playlist_key')).toEqual([['Public']])
    expect(await rows('select name, likes, followers from playlist_count join playlist on key = playlist_key order by name')).toEqual([
      ['Link', 0, 1],
      ['Public', 1, 1],
    ])
    expect(await rows('select distinct kind, count(*)::int from follow_event group by kind')).toEqual([['first_follow', 3]])
  } finally {
    await client.end()
  }
})

test('background work that pg-boss kept waits on, what had failed for good stays listed, and its schema is gone', async () => {
  const jobsName = `${name}_jobs`
  await admin.query(`create database ${jobsName}`)
  const jobsUrl = databaseUrl(adminUrl, jobsName)
  const client = new pg.Client({ connectionString: jobsUrl })
  try {
    await migrate(jobsUrl, 'migrations', { upTo: '0017_answers_by_id.sql' })
    await client.connect()
    await client.query(pgBossTable)
    await client.query(
      `insert into pgboss.job (name, data, state, retry_limit, retry_count, start_after, singleton_key, created_on, completed_on, output) values
        ('mail', '{"n": 1}', 'created', 5, 0, '2030-01-01Z', 'one', '2026-01-01Z', null, null),
        ('mail', '{"n": 2}', 'retry', 5, 2, '2030-01-02Z', 'two', '2026-01-01Z', null, '{"message": "busy"}'),
        ('mail', '{"n": 3}', 'active', 5, 0, '2026-01-01Z', 'one', '2026-01-01Z', null, null),
        ('mail', '{"n": 4}', 'failed', 2, 2, '2026-01-01Z', null, '2026-01-01Z', '2026-01-05Z', '{"message": "no such address"}'),
        ('mail', '{"n": 5}', 'completed', 5, 0, '2026-01-01Z', null, '2026-01-01Z', '2026-01-05Z', null)`,
    )
    await migrate(jobsUrl, 'migrations')
    const { rows } = await client.query<unknown[]>({
      text: `select payload ->> 'n', state, singleton_key, attempts, max_attempts, run_after > now(), error, finished_at is not null from job order by 1`,
      rowMode: 'array',
    })
    expect(rows).toEqual([
      ['1', 'waiting', 'one', 0, 6, true, null, false],
      ['2', 'waiting', null, 2, 6, true, 'busy', false],
      ['3', 'waiting', null, 0, 6, false, null, false],
      ['4', 'dead', null, 3, 3, false, 'no such address', true],
    ])
    expect((await client.query(`select from pg_namespace where nspname = 'pgboss'`)).rowCount).toBe(0)
  } finally {
    await client.end()
    await admin.query(`drop database ${jobsName} with (force)`)
  }
})

test('views outlive the migration that parts them by the month: playbacks have theirs, and what was not counted waits to be', async () => {
  const viewsName = `${name}_views`
  await admin.query(`create database ${viewsName}`)
  const viewsUrl = databaseUrl(adminUrl, viewsName)
  const client = new pg.Client({ connectionString: viewsUrl })
  try {
    await migrate(viewsUrl, 'migrations', { upTo: '0053_missed_events.sql' })
    await client.connect()
    await client.query(`insert into account (id, email, password_hash) values ('${ann}', 'ann@example.com', 'none')`)
    await client.query(`insert into playlist (id, user_id, name, status_id, position) values ('${id('P')}', '${ann}', 'Films', 1, 1)`)
    await client.query(`insert into series (id, playlist_id, name, position) values ('${id('S')}', '${id('P')}', 'All', 1)`)
    await client.query(
      `insert into video (id, series_id, title, src, kind, site, position) values ('${id('v')}', '${id('S')}', 'Film', 'https://a.test/', 'file', 'a.test', 1)`,
    )
    await client.query(
      `insert into view_action (id, user_id, visitor, video_id, playlist_key, viewed_at, is_counted) values
        ($1, $4, null, $5, null, '2026-01-01Z', true), ($2, $4, null, $5, null, '2026-02-01Z', false),
        ($3, null, '\\x00112233445566778899aabbccddeeff', null, (select key from playlist), '2026-02-02Z', false)`,
      [id('1'), id('2'), id('3'), ann, id('v')],
    )
    await client.query(`insert into view_process (id, view_action_id) values ('${id('p')}', '${id('2')}')`)
    await migrate(viewsUrl, 'migrations')
    const rows = async (text: string) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
    expect(await rows('select series_id, video_id, viewer from view_to_count order by viewed_at')).toEqual([
      [id('S'), id('v'), ann],
      [null, null, '00112233445566778899aabbccddeeff'],
    ])
    expect(
      await rows(
        'select view_action.id from view_process join view_action on view_action_id = view_action.id and view_half_hour = half_hour',
      ),
    ).toEqual([[id('2')]])
    expect(await rows('select id from view_action order by viewed_at')).toEqual([[id('1')], [id('2')], [id('3')]])
    await client.query('select make_view_months(2)')
    const again = `insert into view_action (id, user_id, video_id, viewed_at, half_hour)
      values ('${id('4')}', '${ann}', '${id('v')}', '2026-01-01Z', half_hour('2026-01-01Z')) on conflict do nothing`
    expect((await client.query(again)).rowCount).toBe(0)
  } finally {
    await client.end()
    await admin.query(`drop database ${viewsName} with (force)`)
  }
})

test('accounts from before get their direct-publish channel, in their language; those that have one keep it', async () => {
  const shopsName = `${name}_shops`
  await admin.query(`create database ${shopsName}`)
  const client = new pg.Client({ connectionString: databaseUrl(adminUrl, shopsName) })
  try {
    await migrate(databaseUrl(adminUrl, shopsName), 'migrations', { upTo: '0176_first_news_is_told_soon.sql' })
    await client.connect()
    await client.query(
      `insert into account (id, email, password_hash, language) values
        ($1, 'ann@example.com', 'none', 'en'), ($2, 'bob@example.com', 'none', 'nl'), ($3, 'cas@example.com', 'none', 'nl')`,
      [id('a'), id('b'), id('c')],
    )
    await client.query(
      `insert into playlist (id, user_id, kind, name, status_id, public_since, position) values ($1, $2, 'direct_publish', 'Mine', 3, now(), 0)`,
      [id('M'), id('c')],
    )
    await migrate(databaseUrl(adminUrl, shopsName), 'migrations')
    const { rows } = await client.query<unknown[]>({
      text: 'select user_id, kind, name, status_id from playlist order by user_id',
      rowMode: 'array',
    })
    expect(rows).toEqual([
      [id('a'), 'direct_publish', 'Direct share', 3],
      [id('b'), 'direct_publish', 'Direct gedeeld', 3],
      [id('c'), 'direct_publish', 'Mine', 3],
    ])
  } finally {
    await client.end()
    await admin.query(`drop database ${shopsName} with (force)`)
  }
})

test('what was said of programmes outlives the migration that gives these other ids, which are those that their guide brings', async () => {
  const idsName = `${name}_ids`
  await admin.query(`create database ${idsName}`)
  const idsUrl = databaseUrl(adminUrl, idsName)
  const client = new pg.Client({ connectionString: idsUrl })
  try {
    await migrate(idsUrl, 'migrations', { upTo: '0146_posters_of_what_is_on_demand.sql' })
    await client.connect()
    const starts = [1_700_000_000, 1_700_003_601]
    const [source, key] = [id('s'), 'één.example']
    await client.query(`insert into account (id, email, password_hash) values ('${ann}', 'ann@example.com', 'none')`)
    await client.query(`insert into tv_source (id, kind, name, url) values ('${source}', 'xmltv', 'Guide', 'https://a.test/')`)
    await client.query(`insert into guide_channel (source_id, key, name, hash) values ('${source}', '${key}', 'One', 0)`)
    await client.query(`insert into tv_channel (id, name, position, stream_url) values ('${id('T')}', 'One', 1, 'https://a.test/live')`)
    await client.query(
      `insert into guide_programme (guide_channel_id, starts_at, stops_at, id, title, hash)
        select guide_channel.id, to_timestamp(start), to_timestamp(start + 60), given.id, 'News', 0
        from guide_channel, unnest($1::int[], $2::text[]) as given (start, id)`,
      [starts, [id('p'), id('q')]],
    )
    await client.query(
      `insert into reminder (user_id, programme_id, tv_channel_id, title, starts_at) values
        ('${ann}', '${id('p')}', '${id('T')}', 'News', now()), ('${ann}', '${id('z')}', '${id('T')}', 'Gone', now() + interval '1 day')`,
    )
    await client.query(`insert into removed_programme (programme_id) values ('${id('q')}')`)
    await client.query(
      `insert into notification (account_id, kind, programme_id, path, in_bell) values
        ('${ann}', 'reminder', '${id('p')}', '/tiers?channel=${id('T')}&epgId=${id('p')}', true),
        ('${ann}', 'direct_share', null, '/nl/tiers?channel=${id('T')}&epgId=${id('q')}', true)`,
    )
    await migrate(idsUrl, 'migrations')
    const [first, second] = starts.map((start) => programmeId(programmeIdStart(source, key), start))
    const rows = async (text: string) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
    expect(await rows('select id from guide_programme order by starts_at')).toEqual([[first], [second]])
    expect(await rows('select id from programme')).toEqual([[first]])
    expect(await rows('select programme_id from reminder order by starts_at')).toEqual([[first], [id('z')]])
    expect(await rows('select programme_id, path from notification order by kind desc')).toEqual([
      [first, `/tiers?channel=${id('T')}&epgId=${first}`],
      [null, `/nl/tiers?channel=${id('T')}&epgId=${second}`],
    ])
  } finally {
    await client.end()
    await admin.query(`drop database ${idsName} with (force)`)
  }
})

/** The part of the product that a source belongs to: a feature, or `kit`, `server`. */
const partOf = (file: string) => /^(?:features\/)?([^/]+)/.exec(file)![1]!
const written = /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|(?:insert into|delete from|(?<!for |no key )update)\s+([a-z_]+)/g

test('a table is written by one part of the product only; others read it', async () => {
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
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(partOf(file)))
    }
  expect(writers.get('playlist')).toEqual(new Set(['curation']))
  expect([...writers].filter(([, parts]) => parts.size > 1).map(([table, parts]) => [table, ...parts])).toEqual([])
})
