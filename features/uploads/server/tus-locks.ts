import { ERRORS, type Lock, type Locker, MemoryLocker, type RequestRelease } from '@tus/server'
import type { SharedLocks } from '#kit/server/shared-locks.ts'

/** One request per upload at a time, within this process and among instances. A waiting request ends the one before it. */
export function createTusLocks(shared: SharedLocks): Locker {
  const local = new MemoryLocker()
  return {
    newLock(id): Lock {
      const own = local.newLock(id)
      let release: (() => Promise<void>) | undefined
      return {
        async lock(signal: AbortSignal, requestRelease: RequestRelease) {
          await own.lock(signal, requestRelease)
          try {
            release = await shared.acquire(id, { signal, onWanted: () => void requestRelease() })
            if (!release) throw ERRORS.ERR_LOCK_TIMEOUT
          } catch (error) {
            await own.unlock()
            throw error
          }
        },
        async unlock() {
          await release?.()
          await own.unlock()
        },
      }
    },
  }
}
