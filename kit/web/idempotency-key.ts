import { replaceEqualDeep } from '@tanstack/react-query'
import { ApiError, type Send } from '#kit/contract/client.ts'
import { commonErrors } from '#kit/contract/problems.ts'

/** 128 random bits in hexadecimal. `randomUUID` exists only on https pages. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares inputs. Files are equal if they are the same object. */
const isSame = (a: unknown, b: unknown) => replaceEqualDeep(a, b) === a

const isReused = (error: unknown) => error instanceof ApiError && error.body.code === commonErrors.key_reused.code

/**
 * Creates one `Idempotency-Key` per submission, for retries by this code and by the browser. After a failure the same input
 * keeps its key, so that a retry creates nothing twice; changed input gets a new key.
 */
export function createIdempotencyKeys(send: Send) {
  let unfinished: { input: unknown; key: string } | undefined
  return async function withKey<T>(input: unknown, make: (keyed: Send) => Promise<T>): Promise<T> {
    if (!unfinished || !isSame(unfinished.input, input)) unfinished = { input, key: newIdempotencyKey() }
    const { key } = unfinished
    const finish = () => {
      if (unfinished?.key === key) unfinished = undefined
    }
    try {
      const response = await make((request) => send({ ...request, headers: { ...request.headers, 'idempotency-key': key } }))
      finish()
      return response
    } catch (error) {
      if (isReused(error)) finish()
      throw error
    }
  }
}
