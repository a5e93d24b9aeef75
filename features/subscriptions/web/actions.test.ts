import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionTools } from '#shell/actions.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import { subscriptionsContract } from '../contract.ts'
import { subscriptionActions } from './actions.ts'

const confirmation = vi.hoisted(() => ({ isSure: true, texts: [] as unknown[] }))
vi.mock('#ui/confirm.ts', () => ({
  confirm: (question: { text: unknown }) => {
    confirmation.texts.push(question.text)
    return Promise.resolve(confirmation.isSure)
  },
}))

const tier = { id: 'Ti5Mx2KcV8n', name: 'Films', price: '4.99' }
const subject = (renews?: boolean) => tierSubject(tier, renews === undefined ? undefined : { activeTo: '2026-05-04T10:00:00.000Z', renews })
const action = (id: string) => subscriptionActions.tier!.find((item) => item.id === id)!
const reader = { signedIn: true, inTeam: false }

/** Paths of the calls. */
let called: string[]
const tools = {
  change: (endpoint: { path: string }) => {
    called.push(endpoint.path)
    return Promise.resolve({ active_to: '2026-05-04T10:00:00.000Z' })
  },
} as unknown as ActionTools

beforeEach(() => {
  called = []
  confirmation.texts = []
})
afterEach(() => {
  confirmation.isSure = true
})

test('each state of a subscription has one action', () => {
  const visible = (renews?: boolean) =>
    subscriptionActions.tier!.filter((item) => item.visible!(subject(renews), reader)).map(({ id }) => id)
  expect([visible(), visible(true), visible(false)]).toEqual([['tier.subscribe'], ['tier.unsubscribe'], ['tier.resume']])
  // A free package, and an archived package.
  const notOffered = tierSubject(tier, undefined, false)
  expect(subscriptionActions.tier!.filter((item) => item.visible!(notOffered, reader))).toEqual([])
})

test('unsubscribing names the end date, and can be undone', async () => {
  const step = await action('tier.unsubscribe').run(subject(true), tools)
  expect(confirmation.texts).toEqual(['You can keep watching until 4 May 2026. Until then you can resume the subscription.'])
  expect(step!.label).toBe('Unsubscribed from Films. You can watch until 4 May 2026.')
  await step!.undo()
  await step!.redo()
  const { unsubscribe, resume } = subscriptionsContract
  expect(called).toEqual([unsubscribe.path, resume.path, unsubscribe.path])
})

test('without a confirmation the subscription stays', async () => {
  confirmation.isSure = false
  expect(await action('tier.unsubscribe').run(subject(true), tools)).toBeUndefined()
  expect(called).toEqual([])
})

test('resuming can be undone', async () => {
  const step = await action('tier.resume').run(subject(false), tools)
  await step!.undo()
  expect(called).toEqual([subscriptionsContract.resume.path, subscriptionsContract.unsubscribe.path])
})
