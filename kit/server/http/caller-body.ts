import type { FastifyRequest } from 'fastify'
import { guestMaxBytes } from '#kit/contract/endpoint.ts'
import { common } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'
import { addressKey } from './limits.ts'
import type { User } from '../reader.ts'
import { type ReadBody, readBody } from './body.ts'
import { createBodyMemory } from './body-memory.ts'

const mebibyte = 1024 * 1024
/** Guests have separate memory, so that slow uploads of many guests leave room for users. */
const guestsShareFor = createBodyMemory({ all: 64 * mebibyte, each: 2 * mebibyte })
const usersShareFor = createBodyMemory({ all: 256 * mebibyte, each: 64 * mebibyte })

/** Returns a reader of the body, limited to the memory and size of its caller. */
export function bodyOf(
  request: FastifyRequest,
  address: string,
  user: User | null,
  { maxBytes, form }: { maxBytes: number; form: boolean },
) {
  const share = user ? usersShareFor(user.id) : guestsShareFor(addressKey(address))
  const read = () => readBody(request.raw, { maxBytes: user ? maxBytes : Math.min(maxBytes, guestMaxBytes), form, take: share.take })
  return { share, read }
}

/** Returns the method that a POSTed form replaces (`_method`). Other bodies have none. */
export function overridden({ value, isForm }: ReadBody): string | undefined {
  const method = isForm ? (value as { _method?: unknown })._method : undefined
  return typeof method === 'string' ? method.toUpperCase() : undefined
}

/** Refuses a POSTed body that is not the expected form. */
export const refuseOverride = ({ isForm }: ReadBody): never => fail(isForm ? common.malformed : common.unsupported_type)
