/** Explains to former members why they can't find or edit a channel of their team any more. */
import { common } from '#kit/contract/problems.ts'
import type { Ask } from '#kit/server/ask.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { channelsErrors } from '../contract.ts'
import { findLoss } from './queries/losses.ts'

const problems = { removed: channelsErrors.lost_removed, deleted: channelsErrors.lost_deleted, given_back: channelsErrors.lost_given_back }
const explained = new Set<string>([
  common.not_found.code,
  common.forbidden.code,
  channelsErrors.videos_unknown.code,
  channelsErrors.series_unknown.code,
])

/** @throws the reason why the reader lost these things (ids of channels, series or videos), else the error */
export async function explainLoss(ask: Ask, ids: readonly string[], error: unknown): Promise<never> {
  const isRefused = error instanceof ProblemError && explained.has(error.problem.code)
  const [loss] = isRefused ? await ask(findLoss, ids) : []
  if (!loss) throw error
  return fail(problems[loss.reason], { values: { team: loss.team, person: loss.person ?? 'admin' } })
}
