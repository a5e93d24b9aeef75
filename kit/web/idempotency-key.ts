import { replaceEqualDeep } from '@tanstack/react-query'
import { ApiError, type Send } from '#kit/contract/client.ts'
import { common } from '#kit/contract/problems.ts'

/** Hexadecimal, 128 random bits. (`randomUUID` is there over https only.) */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares what is typed; files are the same when they are the same object. */
const isSame = (a: unknown, b: unknown) => replaceEqualDeep(a, b) === a

const isReused = (error: unknown) => error instanceof ApiError && error.body.code === common.key_reused.code

/**
 * Gives each press one `Idempotency-Key`, whoever repeats the request: this code, or the browser by itself. A press that failed keeps
 * its key for the next one with the same input, so that trying again after a lost answer makes nothing twice; other input is another call.
 */
export function createIdempotencyKeys(send: Send) {
  let unfinished: { input: unknown; key: string } | undefined
  return async function withKey<T>(input: unknown, make: (keyed: Send) => Promise<T>): Promise<T> {
    if (!unfinished || !isSame(unfinished.input, input)) unfinished = { input, key: newKey() }
    const { key } = unfinished
    const finish = () => {
      if (unfinished?.key === key) unfinished = undefined
    }
    try {
      const answer = await make((request) => send({ ...request, headers: { ...request.headers, 'idempotency-key': key } }))
      finish()
      return answer
    } catch (error) {
      if (isReused(error)) finish()
      throw error
    }
  }
}
