import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#kit/server/db/db.ts'
import { addressKey } from '#kit/server/http/limits.ts'
import { findOrCreateSalt } from './queries/views.ts'

/** A guest, or a user to be counted anonymously. */
type Visitor = { address: string; userAgent: string } | { userId: string }

/**
 * Hashes visitors so that they are recognisable within a day (UTC) only. All instances share the day's salt, which is deleted
 * afterwards.
 * @returns a function that returns 16 bytes in hexadecimal
 */
export function createVisitorHash(): (db: Db, visitor: Visitor) => Promise<string> {
  let known: { day: string; salt: Promise<Buffer> } | undefined
  return async (db, visitor) => {
    const day = new Date().toISOString().slice(0, 10)
    if (known?.day !== day) {
      const salt = findOrCreateSalt(db, day, randomBytes(32))
      known = { day, salt }
      // Not cached on failure: the next call retries.
      salt.catch(() => (known = undefined))
    }
    const name = 'userId' in visitor ? `user\n${visitor.userId}` : `${addressKey(visitor.address)}\n${visitor.userAgent}`
    const hash = createHmac('sha256', await known.salt).update(name)
    return hash.digest('hex').slice(0, 32)
  }
}
