import { ECDH, createECDH } from 'node:crypto'
import { cutText } from '#kit/contract/cut-text.ts'
import { isInternalHost } from '#kit/server/outbound/addresses.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { Log } from '#kit/server/log.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { type Admit, OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { brand } from '#kit/contract/brand.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import { createHostLimiter } from '#features/media/server/fetch-limits.ts'
import { type NotifiedUser, findNotifiedUsers, dequeuePushes } from './queries/due.ts'
import { listNotificationsByIds } from './queries/list.ts'
import { type PushAddress, deleteEndpoint, listPushAddresses } from './queries/push.ts'
import { notificationText, notificationPath } from './notification-texts.ts'

const readPushKey = createInstallationKey('web-push')

/**
 * Returns the VAPID keys (RFC 8292) that identify this installation to push services, as base64url. The private key is 32 random bytes,
 * stored with the installation's other secrets.
 */
export async function readVapidKeys(db: Db): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await readPushKey(db)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

export interface PushTools {
  db: Db
  fetchPublic: FetchPublic
  limits: Pick<Limits, 'takeAll'>
  log: Log
  /** Contact for push services: `mailto:` with an email address. */
  subject: string
  /** Exceptions to the endpoint rules, as `host:port`. */
  allowed: readonly string[]
}

/** Notifications per round. */
const notificationsPerRound = 200
const maxConcurrentPushes = 8
/** Maximum subscriptions per user. */
const maxBrowsers = 20
/** TTL of a push in seconds: how long a push service keeps it for a browser that is offline. */
const ttlSeconds = 24 * 3600
const timeoutMs = 10_000
const maxTextLength = 200

/**
 * Whether an endpoint looks like a push service's URL: https on port 443, a public host, in canonical form. On sending, the outbound guard
 * checks the resolved addresses.
 * @param allowed exceptions as `host:port` (`OUTBOUND_ALLOW`)
 */
export function mayPushTo(endpoint: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, protocol, hostname, host, port, username, password, hash } = new URL(endpoint)
  if (href !== endpoint || username || password || hash) return false
  return allowed.includes(host) || (protocol === 'https:' && port === '' && !isInternalHost(hostname))
}

/** Whether a browser's public key is an uncompressed point on the curve P-256. */
export function isPublicKey(p256dh: Buffer): boolean {
  try {
    return p256dh[0] === 4 && ECDH.convertKey(p256dh, 'prime256v1').length === p256dh.length
  } catch {
    return false
  }
}

/** Hosts of known push services. */
const pushServicePattern = /(?:^|\.)(?:googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/

/**
 * Applies the rate limit of fetches to hosts of unknown push services, because many accounts could otherwise make us call arbitrary hosts.
 */
function createPushLimit(limits: PushTools['limits'], endpoint: string): Admit {
  const admit = createHostLimiter(limits, { by: undefined, address: endpoint, isPasted: false })
  return (place) => (pushServicePattern.test(place.host) ? Promise.resolve(true) : admit(place))
}

/** Sends due pushes. Ignores failures, because the notification is in the list anyway. */
export async function sendDuePushes({ db, ...tools }: PushTools, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pushes = await dequeuePushes(db, notificationsPerRound)
    if (pushes.length === 0) return
    const ids = groupByAccount(pushes)
    const [people, addresses] = await Promise.all([
      findNotifiedUsers(db, [...ids.keys()]),
      listPushAddresses(db, [...ids.keys()], maxBrowsers),
    ])
    const browsers = groupByAccount(addresses)
    const queue = people.values()
    const work = async () => {
      for (const person of queue) {
        const { id } = person.reader.user
        const ownIds = (ids.get(id) ?? []).map((id) => id.id)
        await sendPush({ db, ...tools }, person, { ids: ownIds, to: browsers.get(id) ?? [], signal })
      }
    }
    await Promise.all(Array.from({ length: maxConcurrentPushes }, work))
  }
}

function groupByAccount<T extends { account_id: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const result = new Map<string, T[]>()
  for (const row of rows) result.set(row.account_id, [...(result.get(row.account_id) ?? []), row])
  return result
}

async function sendPush(
  tools: PushTools,
  { reader, language }: NotifiedUser,
  { ids, to, signal }: { ids: readonly string[]; to: readonly PushAddress[]; signal: AbortSignal },
) {
  if (to.length === 0) return
  const payloads = (await listNotificationsByIds(tools.db, reader, ids)).map((row) =>
    JSON.stringify({
      title: brand,
      body: cutText(notificationText(row, language), maxTextLength),
      url: notificationPath(row, language),
      tag: row.id,
    }),
  )
  // A service that fails is skipped for this round, so that it doesn't delay pushes to other services.
  await Promise.all(
    to.map(async (address) => {
      for (const payload of payloads) if (signal.aborted || !(await sendToBrowser(tools, address, payload, signal))) return
    }),
  )
}

/**
 * Encrypts a push for one browser (RFC 8291) and sends it. Deletes subscriptions that are gone or invalid.
 * @returns whether the push service accepted it
 */
async function sendToBrowser(
  { db, fetchPublic, limits, log, subject, allowed }: PushTools,
  { endpoint, p256dh, auth }: PushAddress,
  payload: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (!mayPushTo(endpoint, allowed) || !isPublicKey(p256dh)) {
    await deleteEndpoint(db, endpoint)
    return false
  }
  const { default: webPush } = await import('web-push')
  const keys = { p256dh: Buffer.from(p256dh).toString('base64url'), auth: Buffer.from(auth).toString('base64url') }
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
      TTL: ttlSeconds,
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject, ...(await readVapidKeys(db)) },
    })
    await fetchPublic(endpoint, {
      post: { body, headers: withoutLength(headers) },
      maxHops: 0,
      admit: createPushLimit(limits, endpoint),
      maxBytes: 16_384,
      overflow: 'cut',
      timeoutMs,
      signal,
    })
    return true
  } catch (error) {
    const status = error instanceof OutboundError ? error.answer?.status : undefined
    if (status === 404 || status === 410) await deleteEndpoint(db, endpoint)
    // Logs only the host, because the URL identifies the browser.
    else if (!(error instanceof OutboundError && error.kind === 'busy'))
      log.warn({ host: new URL(endpoint).host, status }, 'a push was not taken')
    return false
  }
}

const withoutLength = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (/^content-length$/i.test(name) ? [] : [[name, String(value)]])))
