import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from '#kit/server/migrate.ts'
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
    expect(await rows('select name, id_was_public from playlist order by name')).toEqual([
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
    expect(await rows('select distinct kind, count(*)::int from follow_event group by kind')).toEqual([['first_follow', 3]])
  } finally {
    await client.end()
  }
})
