import type { FastifyRequest } from 'fastify'
import { guestMaxBytes } from '#kit/contract/endpoint.ts'
import { common } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'
import { addressKey } from './limits.ts'
import type { User } from '../reader.ts'
import { type ReadBody, readBody } from './body.ts'
import { createBodyMemory } from './body-memory.ts'

const mebibyte = 1024 * 1024
/** Guests have memory of their own: however many they are and however slowly they send, there is room for those who are logged in. */
const guestsShareFor = createBodyMemory({ all: 64 * mebibyte, each: 2 * mebibyte })
const usersShareFor = createBodyMemory({ all: 256 * mebibyte, each: 64 * mebibyte })

/** Reads a body into the memory of its caller, up to what such a caller may send. */
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

/** The method that a form was POSTed in place of; other bodies can't say any. */
export function overridden({ value, isForm }: ReadBody): string | undefined {
  const method = isForm ? (value as { _method?: unknown })._method : undefined
  return typeof method === 'string' ? method.toUpperCase() : undefined
}

/** Why a body that is POSTed here is not the form it should be. */
export const refuseOverride = ({ isForm }: ReadBody): never => fail(isForm ? common.malformed : common.unsupported_type)
