import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#kit/server/db.ts'
import { addressKey } from '#kit/server/limits.ts'
import { findSalt } from './queries/views.ts'

/** A guest, or a user whose views must not name them. */
type Visitor = { address: string; userAgent: string } | { userId: string }

/**
 * Hashes visitors, so that one who comes again on the same day (UTC) is known to be the same, and on no other day. The day's salt is shared
 * by all instances and deleted when the day is over.
 * @returns a function that gives 16 bytes in hexadecimal digits
 */
export function createVisitorHash(): (db: Db, visitor: Visitor) => Promise<string> {
  let known: { day: string; salt: Promise<Buffer> } | undefined
  return async (db, visitor) => {
    const day = new Date().toISOString().slice(0, 10)
    if (known?.day !== day) {
      const salt = findSalt(db, day, randomBytes(32))
      known = { day, salt }
      // Not remembered: the database may be back next time.
      salt.catch(() => (known = undefined))
    }
    const name = 'userId' in visitor ? `user\n${visitor.userId}` : `${addressKey(visitor.address)}\n${visitor.userAgent}`
    const hash = createHmac('sha256', await known.salt).update(name)
    return hash.digest('hex').slice(0, 32)
  }
}
