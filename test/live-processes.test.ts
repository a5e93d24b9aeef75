// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { followEvents } from './events.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()

test('a page whose process is killed continues at another one without lost or duplicate events', async () => {
  const [first, second] = await Promise.all([start('one'), start('two')])
  const ann = await createUser({ db, clientFor: second.clientFor })
  const cookie = { cookie: `${cookieNames.media}=${ann.cookie}` }
  const receivedEvents: string[] = []
  const sent: string[] = []
  const page = await followEvents(`${first.url}/api/events`, cookie)
  await page.waitFor(({ id }) => id !== undefined)

  // Events are sent while the page is connected, disconnected, and connected again.
  let isSending = true
  const sending = (async () => {
    for (let n = 0; isSending; n++) {
      const { id } = await ann.client(channelsContract.createPlaylist, { body: { name: `Channel ${n}`, status_id: 1 } })
      sent.push(`playlist:${id}`)
      await notify(db, { kind: 'reminder', to: ann.id, details: { programme: `P${n}` }, path: '/channels' })
      await sleep(20)
    }
  })()
  await vi.waitFor(() => expect(page.events.length).toBeGreaterThan(4), { timeout: 20_000 })
  first.child.kill('SIGKILL')
  await page.ended
  const sentBefore = sent.length
  await expect.poll(() => sent.length).toBeGreaterThan(sentBefore + 2)
  const again = await followEvents(`${second.url}/api/events?last_event_id=${encodeURIComponent(page.lastId()!)}`, cookie)
  await vi.waitFor(() => expect(again.events.length).toBeGreaterThan(4), { timeout: 20_000 })
  isSending = false
  await sending
  await again.waitFor(({ data }) => (data.topics ?? []).includes(sent.at(-1)!))

  const events = [...page.events.slice(0, page.events.findLastIndex(({ id }) => id !== undefined) + 1), ...again.events]
  for (const { data } of events) receivedEvents.push(...(data.topics ?? []).filter((topic) => topic.startsWith('playlist:')))
  expect(receivedEvents).toEqual(sent)
  const notified = events.flatMap(({ name, data }) => (name === 'notification' ? data.id : []))
  expect([notified.length, new Set(notified).size]).toEqual([sent.length, sent.length])
  again.leave()
}, 60_000)
