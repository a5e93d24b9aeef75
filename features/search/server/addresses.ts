/** Addresses of a search that work without a login. Their tokens are derived from a key, so that no token is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#kit/server/db/db.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import { type SearchForAddress, findSearch } from './queries/history.ts'

/**
 * Returns the key from which tokens are derived; creates it at first use. Call it before a transaction that creates addresses: if that
 * transaction created the key and was rolled back, its addresses would never work.
 */
export const findOrCreateAddressKey = createInstallationKey('followed-search')
const idLength = 11

async function createToken(db: Db, id: string, purpose: string): Promise<string> {
  const mac = createHmac('sha256', await findOrCreateAddressKey(db))
    .update(`${id} ${purpose}`)
    .digest('hex')
  return id + mac.slice(0, 32)
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * Returns the part of a feed's token that changes when the user revokes the feed or ends all sessions, so that older addresses stop working.
 */
const feedPurpose = ({ feed_number, logins_ended_at }: SearchForAddress) => `feed ${feed_number} ${logins_ended_at}`
const tokenPattern = /^[\dA-Za-z]{11}[\da-f]{32}$/

export const createFeedPath = async (db: Db, search: SearchForAddress): Promise<string> =>
  `/feeds/search/${await createToken(db, search.id, feedPurpose(search))}.xml`

/** Returns the path of the page on which one click ends a followed search. */
export const createStopPath = async (db: Db, searchId: string): Promise<string> =>
  `/unsubscribe/search/${await createToken(db, searchId, 'stop')}`

async function findByToken(db: Db, token: string, purposeOf: (search: SearchForAddress) => string): Promise<SearchForAddress | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const search = await findSearch(db, token.slice(0, idLength))
  return search && isSame(token, await createToken(db, search.id, purposeOf(search))) ? search : undefined
}

/** Finds the followed search whose feed has this token. */
export async function findByFeedToken(db: Db, token: string): Promise<SearchForAddress | undefined> {
  const search = await findByToken(db, token, feedPurpose)
  return search?.is_followed ? search : undefined
}
export const findByStopToken = (db: Db, token: string): Promise<SearchForAddress | undefined> => findByToken(db, token, () => 'stop')
