import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { createNamedThings } from '#test/named-things.ts'
import { startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { outcome } from '#test/channels.ts'
import { contracts } from './features.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host, RATE_LIMITS: 'off', PAYMENTS: 'sandbox' })
const { db } = server

/**
 * Calls without an audit entry. Counting changes only figures, a preview changes nothing, and without failed jobs there is nothing to retry
 * (tested in features/operations/server/jobs.test.ts).
 */
const withoutActs = ['countStorage', 'previewWelcome', 'retryJobKind']

const acts: [string, Endpoint][] = contracts
  .flatMap((contract): [string, Endpoint][] => Object.entries(contract))
  .filter(([name, { method }]) => method !== 'GET' && !withoutActs.includes(name))
  .filter(([, { access }]) => access === 'operator' || access === 'moderator')

/** Tables that operators' acts change. */
const tables = `tier tier_item coupon ledger_transaction ledger_entry payment_refund tv_source tv_import tv_channel promotion report
  user_warning user_note appeal site_setting registration_invitation welcome_version welcome_picture team`.split(/\s+/)
/** Columns that imports of earlier tests may still change. */
const jobActs =
  `status read written unchanged skipped removed is_same failure problems failures seen_at started_at finished_at imported_at etag
  last_modified guides`.split(/\s+/)
const readContents = async () => {
  const rows = await Promise.all(
    tables.map(async (table) => {
      const rows = await sql<{ content: string | null }>`
        select md5(string_agg(content, '' order by content)) as content from (
          select (to_jsonb(t) - ${jobActs}::text[])::text as content from ${sql.table(table)} t) as listed`.execute(db)
      return [table, rows.rows[0]!.content]
    }),
  )
  return Object.fromEntries(rows) as Record<string, string | null>
}
const countActs = async () => (await sql<{ count: number }>`select count(*)::int as count from audit`.execute(db)).rows[0]!.count

test('the list contains all operators’ calls that change something', () => expect(acts.length).toBeGreaterThan(20))

test.each(acts)('%s writes its entry in the audit log, and changes nothing without it', async (_, endpoint) => {
  const { caller, fill } = await createNamedThings(server, films.page('Page'))
  expect(endpoint.example ?? endpoint.body).toBeDefined()
  const call = async () => {
    const example = JSON.parse(await fill(JSON.stringify(endpoint.example ?? {}))) as object
    return { example, run: () => outcome(caller.client(endpoint, example)) }
  }
  const failing = await call()
  const before = await readContents()
  await sql`alter table audit add constraint full_disk check (actor_id <> ${sql.lit(caller.id)})`.execute(db)
  expect(await failing.run()).toMatch(/^500/)
  await sql`alter table audit drop constraint full_disk`.execute(db)
  expect(await readContents()).toEqual(before)

  const count = await countActs()
  const { run } = await call()
  expect(await run()).toBe('done')
  expect(await countActs()).toBe(count + 1)
})
