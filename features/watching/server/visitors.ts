import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#kit/server/db.ts'
import { addressKey } from '#kit/server/limits.ts'
import { findSalt } from './queries/views.ts'

interface Guest {
  address: string
  userAgent: string
}

/**
 * Hashes guests, so that one who comes again on the same day (UTC) is known to be the same, and on no other day. The day's salt is shared
 * by all instances and deleted when the day is over.
 * @returns a function that gives 16 bytes in hexadecimal digits
 */
export function createVisitorHash(): (db: Db, guest: Guest) => Promise<string> {
  let known: { day: string; salt: Promise<Buffer> } | undefined
  return async (db, { address, userAgent }) => {
    const day = new Date().toISOString().slice(0, 10)
    if (known?.day !== day) {
      const salt = findSalt(db, day, randomBytes(32))
      known = { day, salt }
      // Not remembered: the database may be back next time.
      salt.catch(() => (known = undefined))
    }
    const hash = createHmac('sha256', await known.salt).update(`${addressKey(address)}\n${userAgent}`)
    return hash.digest('hex').slice(0, 32)
  }
}
