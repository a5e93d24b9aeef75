import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { person } from './people.ts'
import { serverProcesses } from './processes.ts'
import { guideOf, importEnd } from './tv-imports.ts'

const { db, start } = await serverProcesses()

test('a process that is killed in the middle of an import leaves the guide that was there, and the next import of it succeeds', async () => {
  const killed = await start('one')
  const boss = await person({ db, as: killed.as }, { is_operator: true })
  const titles = (name: string) => Array.from({ length: 600 }, (_, n) => `${name} ${n}`)
  const guide = (name: string) => guideOf(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`channel ${n}`, titles(name)])))
  /** Programmes by the first word of their titles. */
  const words = async () =>
    Object.fromEntries(
      (
        await sql<{ word: string; count: number }>`
          select split_part(title, ' ', 1) as word, count(*)::int as count from programme group by 1 order by 1`.execute(db)
      ).rows.map(({ word, count }) => [word, count]),
    )
  const send = async (url: string, text: string) => {
    const body = new FormData()
    body.set('kind', 'xmltv')
    body.set('file', new File([text], 'guide.xml'))
    const answer = await fetch(`${url}/api/operator/imports`, { method: 'POST', headers: { authorization: `Bearer ${boss.token}` }, body })
    return ((await answer.json()) as { id: string }).id
  }
  const first = await importEnd(killed.as({ token: boss.token }), await send(killed.url, guide('Old')))
  expect(first).toMatchObject({ status: 'done', failure: null })
  // What is on there begins with the next full hour, and ends within the days that are kept.
  const before = await words()
  expect(before['Old']).toBeGreaterThan(10_000)

  const id = await send(killed.url, guide('New'))
  // Some of it is staged, and the rest is being read.
  while (!(await sql`select from programme_stage limit 1`.execute(db)).rows.length) await sleep(5)
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(await words()).toEqual(before)
  const { status } = await db.selectFrom('tv_import').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('running')

  const again = await start('one')
  const next = await importEnd(again.as({ token: boss.token }), await send(again.url, guide('New')))
  expect(next).toMatchObject({ status: 'done', failure: null })
  expect(await words()).toEqual({ New: before['Old'] })
}, 60_000)
