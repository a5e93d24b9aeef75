import { expect, onTestFinished, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { createPushBrowser } from '../push-browser.ts'
import { demoPerson } from './demo.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { workerOf } from './service-worker.ts'
import { site } from './product.ts'

const visit = visitors({ serviceWorker: true })

/** A browser's subscription as the page sees it. The real push service can't be reached here. */
interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

test('sends encrypted push notifications to a browser, which opens them, and stops when disabled', async () => {
  const endpoint = `${site.fixturesUrl}/push/${crypto.randomUUID()}`
  const [browser, other] = [createPushBrowser(endpoint), createPushBrowser(`${endpoint}-other`)]
  /** Returns the messages with this text that a browser received. */
  const notificationsOf = async (to: ReturnType<typeof createPushBrowser>, name: string) =>
    ((await (await fetch(to.subscription.endpoint)).json()) as string[])
      .map((message) => to.read(Buffer.from(message, 'base64')) as Record<string, string>)
      .filter(({ body }) => body?.includes(name))
  const receivedMessages = () => notificationsOf(browser, 'ushed about')
  const [owner, follower] = [await demoPerson('noor'), await demoPerson('otto')]
  const makeFollowed = async (name: string) => {
    const { id } = await owner.client(channelsContract.createPlaylist, { body: { name, status_id: 3 } })
    onTestFinished(async () => void (await owner.client(channelsContract.deletePlaylist, { params: { id } })))
    await follower.client(socialContract.follow, { body: { following_type: 'playlist', following_id: id } })
    return id
  }

  const page = await visit({ browserStorage: owner.browserStorage })
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript((subscriptionJson: Subscription) => {
    let isOn = false
    const subscription = {
      toJSON: () => subscriptionJson,
      unsubscribe: () => Promise.resolve(!(isOn = false)),
    } as unknown as PushSubscription
    PushManager.prototype.subscribe = (options) =>
      options?.userVisibleOnly && options.applicationServerKey
        ? Promise.resolve(((isOn = true), subscription))
        : Promise.reject(new Error('no key'))
    PushManager.prototype.getSubscription = () => Promise.resolve(isOn ? subscription : null)
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
  }, browser.subscription)
  await page.goto('/en/settings?view=notifications')
  const worker = await workerOf(page)
  const pushSwitch = page.getByRole('switch', { name: 'Notify me in this browser' })
  await pushSwitch.click()
  await expect.poll(() => pushSwitch.isChecked()).toBe(true)

  const id = await makeFollowed('Pushed about')
  await expect.poll(receivedMessages, { timeout: 20_000 }).toEqual([
    {
      title: 'Choice',
      body: expect.stringContaining('Pushed about') as string,
      url: expect.stringContaining(id) as string,
      tag: expect.any(String) as string,
    },
  ])
  const [message] = await receivedMessages()
  await worker.push(message!)
  await expect
    .poll(worker.notifications)
    .toEqual([{ title: message!['title'], body: message!['body'], tag: message!['tag'], data: { url: message!['url'] } }])
  await worker.press({ url: message!['url'] })
  await expect.poll(worker.openedPages).toEqual(['closed', `opened ${new URL(message!['url']!, page.url()).href}`])
  await page.goto(message!['url']!)
  await expect(page.getByRole('heading', { name: 'Pushed about' })).toAppear()
  await expect.poll(() => pathAndQuery(page)).toContain(id)

  await page.goto('/en/settings?view=notifications')
  await pushSwitch.click()
  await expect.poll(() => pushSwitch.isChecked()).toBe(false)
  await makeFollowed('Not pushed about')
  // Waits for a later push to another user. A push about the earlier change would have arrived before it.
  await follower.client(notificationsContract.startPush, { body: other.subscription })
  onTestFinished(async () => void (await follower.client(notificationsContract.stopPush, {})))
  const { id: fans } = await follower.client(channelsContract.createPlaylist, { body: { name: 'Somebody else’s', status_id: 3 } })
  onTestFinished(async () => void (await follower.client(channelsContract.deletePlaylist, { params: { id: fans } })))
  await owner.client(socialContract.follow, { body: { following_type: 'playlist', following_id: fans } })
  await expect.poll(async () => (await notificationsOf(other, 'Somebody else’s')).length, { timeout: 20_000 }).toBe(1)
  const { data } = await owner.client(notificationsContract.listNotifications, { query: {} })
  expect(data.map(({ text }) => text)).toContainEqual(expect.stringContaining('Not pushed about'))
  expect(await receivedMessages()).toHaveLength(1)
})
