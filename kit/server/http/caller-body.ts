import type { FastifyRequest } from 'fastify'
import { guestMaxBytes } from '#kit/contract/endpoint.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { User } from '../reader.ts'
import { fail } from './fail.ts'
import { addressKey } from './limits.ts'
import { type ReadBody, readBody } from './body.ts'

/** One request's share of the memory for bodies. */
export interface BodyShare {
  /** @throws 429 above the caller's maximum; 503 if the caller would use more memory than stays free; 400 after the response */
  take: (bytes: number) => void
  /** Releases the memory and refuses more, after the response. */
  free: () => void
}

/**
 * Limits the bytes of bodies in memory, for all callers together and for each. Large or endless bodies must not use up the memory. A caller
 * may use at most as much memory as stays free, so that small bodies still fit beside large ones.
 * @returns a function that returns a request's share, by caller
 */
export function createBodyMemory(limitBytes: { all: number; each: number }): (caller: string) => BodyShare {
  let usedAmount = 0
  const usedBy = new Map<string, number>()

  return (caller) => {
    let usedBytes = 0
    let isOver = false
    return {
      take(bytes) {
        // Data that arrives after a timeout would never be released.
        if (isOver) fail(commonErrors.malformed)
        const callerBytes = (usedBy.get(caller) ?? 0) + bytes
        if (callerBytes > limitBytes.each) fail(commonErrors.too_many, { retryAfter: 5 })
        if (usedAmount + callerBytes > limitBytes.all) fail(commonErrors.unavailable, { retryAfter: 5 })
        usedAmount += bytes
        usedBytes += bytes
        usedBy.set(caller, callerBytes)
      },
      free() {
        isOver = true
        const callerBytes = (usedBy.get(caller) ?? 0) - usedBytes
        if (callerBytes > 0) usedBy.set(caller, callerBytes)
        else usedBy.delete(caller)
        usedAmount -= usedBytes
        usedBytes = 0
      },
    }
  }
}

const bytesPerMebibyte = 1024 * 1024
/** Guests have separate memory, so that slow uploads of many guests leave room for users. */
const takeGuestMemory = createBodyMemory({ all: 64 * bytesPerMebibyte, each: 2 * bytesPerMebibyte })
const takeUserMemory = createBodyMemory({ all: 256 * bytesPerMebibyte, each: 64 * bytesPerMebibyte })

/** Returns a reader of the body, limited to the memory and size of its caller. */
export function createBodyReader(
  request: FastifyRequest,
  address: string,
  user: User | null,
  { maxBytes, form }: { maxBytes: number; form: boolean },
) {
  const share = user ? takeUserMemory(user.id) : takeGuestMemory(addressKey(address))
  const read = () => readBody(request.raw, { maxBytes: user ? maxBytes : Math.min(maxBytes, guestMaxBytes), form, take: share.take })
  return { share, read }
}

/** Returns the method that a POSTed form names in `_method`; undefined for other bodies. */
export function readMethodOverride({ value, isForm }: ReadBody): string | undefined {
  const method = isForm ? (value as { _method?: unknown })._method : undefined
  return typeof method === 'string' ? method.toUpperCase() : undefined
}

/** Refuses a POSTed body that is not the expected form. */
export const refuseOverride = ({ isForm }: ReadBody): never => fail(isForm ? commonErrors.malformed : commonErrors.unsupported_type)
