import type { FastifyReply } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import { ProblemError } from './fail.ts'

const signals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/** Returns a signal that aborts if the connection closes before the response. All reads of a page share it. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const existing = signals.get(raw)
  if (existing) return existing
  const leaving = new AbortController()
  const onClose = () => {
    if (!raw.writableEnded) leaving.abort(new ProblemError(commonErrors.unavailable, {}))
  }
  signals.set(raw, leaving.signal)
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return leaving.signal
}
