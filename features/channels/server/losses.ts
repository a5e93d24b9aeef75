/** Errors that explain to members, and former members, why they can no longer find or edit a thing of their team. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Select } from '#kit/server/select.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { channelsErrors } from '../contract.ts'
import { findLoss, findRemoval } from './queries/losses.ts'

const lossProblems = {
  removed: channelsErrors.lost_removed,
  deleted: channelsErrors.lost_deleted,
  given_back: channelsErrors.lost_given_back,
}
const explainedCodes = new Set<string>([
  commonErrors.not_found.code,
  commonErrors.forbidden.code,
  channelsErrors.videos_unknown.code,
  channelsErrors.series_unknown.code,
])

/** @throws the reason why the reader lost access to these things (ids of channels, series or videos), or else `error` */
export async function throwLossReason(select: Select, ids: readonly string[], error: unknown): Promise<never> {
  if (!(error instanceof ProblemError && explainedCodes.has(error.problem.code))) throw error
  const [loss] = await select(findLoss, ids)
  if (loss) return fail(lossProblems[loss.reason], { values: { team: loss.team, person: loss.person ?? 'admin' } })
  const [removal] = await select(findRemoval, ids)
  if (!removal) throw error
  const { thing, person } = removal
  return person === null
    ? fail(channelsErrors.was_deleted, { values: { thing } })
    : fail(channelsErrors.was_deleted_by, { values: { thing, person } })
}
