import type { Change } from '#kit/web/change.ts'
import { notificationsContract } from '../contract.ts'

/** Why this browser can't be told while no page is open: it knows no such thing, or its owner has forbidden it. */
export type PushObstacle = 'unsupported' | 'denied'

export function pushObstacle(): PushObstacle | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Asks the person, and has this browser told. @returns whether it will be. @throws ApiError, and what the browser's own service says */
export async function startPush(publicKey: string, change: Change): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await change(notificationsContract.startPush, { body: { endpoint, keys: { p256dh, auth } } })
  return true
}

/** The server forgets this browser first: what it still sends meanwhile would be shown. */
export async function stopPush(change: Change): Promise<void> {
  await change(notificationsContract.stopPush, {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
