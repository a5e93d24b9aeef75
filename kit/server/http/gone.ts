import type { FastifyReply } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import { ProblemError } from '../fail.ts'

/** Aborts when the connection ends before its answer, with a refusal that nobody will read. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  const onClose = () => {
    if (!raw.writableEnded) leaving.abort(new ProblemError(common.unavailable, {}))
  }
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return leaving.signal
}
