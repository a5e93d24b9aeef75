import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { AddressKind } from './playlist.ts'

/** A stream that a viewer watches through the relay. */
export interface RelayedStream {
  channelId: string
  /** `live`, or the id of a programme or on-demand video. */
  play: string
  /** Identifies the browser's session: {@link hashSession}. */
  session: Buffer
  /** The user whose limits count; empty for a guest. */
  userId: string
}

/** Seconds for which an address is valid. */
const lifetimeSeconds = 6 * 60 * 60

/** @param facts values that identify the session */
export const hashSession = (...facts: readonly string[]): Buffer => createHash('sha256').update(facts.join('\n')).digest()

interface AddressParts {
  until: string
  userId: string
  signature: string
  address: string
}
/** The parts of an address: `{until}.{user}.{signature}.{address}`. */
function parseTicket(query: string): AddressParts | undefined {
  const [, until, userId, signature, address] = /^(\d{10})\.([A-Za-z0-9]{0,11})\.([\w-]{32})\.([\w-]{1,12000})$/.exec(query) ?? []
  return until === undefined || userId === undefined || signature === undefined || address === undefined
    ? undefined
    : { until, userId, signature, address }
}

interface SignedAddress extends Pick<RelayedStream, 'channelId' | 'play'> {
  kind: AddressKind
  /** Its query: {@link AddressParts}. */
  query: string
}

export interface Tickets {
  /** Returns a function that signs a stream's URLs as our addresses, all with the same time of expiry. */
  signer: (db: Db, viewing: RelayedStream, untilSeconds?: number) => Promise<(address: string, kind: AddressKind) => string>
  /**
   * @param sessionFor returns the caller's session as this user, or as a guest @returns undefined if the signature is invalid or expired
   */
  open: (
    db: Db,
    address: SignedAddress,
    sessionFor: (userId: string) => Buffer | undefined,
  ) => Promise<{ address: string; viewing: RelayedStream; untilSeconds: number } | undefined>
}

/** Creates signed addresses that are valid for one session, one channel and one source URL, for six hours. */
export function createTickets(): Tickets {
  const findKey = createInstallationKey('relay')
  /**
   * Returns the key that signs a viewing's addresses of one kind. Derived once per playlist, because a playlist may have thousands of
   * addresses.
   */
  const keyFor = (key: Buffer, { channelId, play, session, userId }: RelayedStream, kind: AddressKind, until: string): KeyObject =>
    createSecretKey(createHmac('sha256', key).update(`${kind}\n${channelId}\n${play}\n${userId}\n${until}\n`).update(session).digest())
  const signatureOf = (key: KeyObject, address: string) => createHmac('sha256', key).update(address).digest('base64url').slice(0, 32)

  return {
    async signer(db, viewing, untilSeconds = Math.floor(Date.now() / 1000) + lifetimeSeconds) {
      const key = await findKey(db)
      const until = String(untilSeconds)
      const keys = { list: keyFor(key, viewing, 'list', until), part: keyFor(key, viewing, 'part', until) }
      return (address, kind) => {
        const encoded = Buffer.from(address).toString('base64url')
        return `${kind}?${until}.${viewing.userId}.${signatureOf(keys[kind], encoded)}.${encoded}`
      }
    },
    async open(db, { channelId, play, kind, query }, sessionFor) {
      const parts = parseTicket(query)
      const session = parts && sessionFor(parts.userId)
      if (!session || Number(parts.until) <= Date.now() / 1000) return undefined
      const viewing = { channelId, play, session, userId: parts.userId }
      const right = Buffer.from(signatureOf(keyFor(await findKey(db), viewing, kind, parts.until), parts.address))
      if (!timingSafeEqual(Buffer.from(parts.signature), right)) return undefined
      return { address: Buffer.from(parts.address, 'base64url').toString(), viewing, untilSeconds: Number(parts.until) }
    },
  }
}
