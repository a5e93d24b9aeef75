import type { Change } from '#kit/web/change.ts'
import { notificationsContract } from '../contract.ts'

/** Returns why push isn't available: unsupported, or blocked by the user. */
export type PushObstacle = 'unsupported' | 'denied'

export function pushObstacle(): PushObstacle | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Asks for permission and subscribes. @returns whether it worked. @throws ApiError, and errors of the push service */
export async function startPush(publicKey: string, change: Change): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await change(notificationsContract.startPush, { body: { endpoint, keys: { p256dh, auth } } })
  return true
}

/** Deletes the subscription on the server first: pushes sent in between would be shown. */
export async function stopPush(change: Change): Promise<void> {
  await change(notificationsContract.stopPush, {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
