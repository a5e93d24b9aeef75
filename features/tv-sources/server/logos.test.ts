// @module-tag slow
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { importText, m3uList, startListSite } from '#test/tv-imports.ts'
import { fetchLogosJob } from './jobs.ts'

const site = await startListSite()
const server = await startTestServer({ OUTBOUND_ALLOW: site.host })
const { db, services } = server
const { client } = await createUser(server, { is_operator: true })

test('at the daily quota, logos are fetched the next day, and no further ones are requested', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  for (const name of names) site.files.set(`/${name}.png`, await readFile('web/icons/icon-192.png'))
  const entries = names.map((name) => ({ name, more: `tvg-logo="${site.at(`/${name}.png`)}"` }))
  const { source_id } = await importText(client, 'm3u', m3uList(entries), 'spent.m3u')
  services.limits.count('pictures:television', { max: 1_000_000, windowSeconds: 86_400 }, 1_000_000)
  const id = await services.jobs.send(fetchLogosJob, {})
  await expect
    .poll(async () => (await sql`select from job where id = ${id} and finished_at is null`.execute(db)).rows.length, { timeout: 20_000 })
    .toBe(0)
  const { rows } = await sql<{ hours: number; channels: number }>`
    select greatest(0, round(extract(epoch from picture_due_at - now()) / 3600))::int as hours, count(*)::int as channels from tv_channel
    where source_id = ${source_id} group by 1 order by 1`.execute(db)
  expect(rows.map(({ hours }) => hours)).toEqual([0, 24])
  // Only the requests that ran concurrently found the quota used up; none followed.
  expect(rows[1]!.channels).toBeLessThanOrEqual(4)
})
