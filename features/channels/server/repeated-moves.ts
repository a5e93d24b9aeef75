/** Repeats the responses of moves whose things were deleted after the first call. */
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import type { Select } from '#kit/server/select.ts'
import { ProblemError } from '#kit/server/http/fail.ts'
import type { Ctx, FindHandler, NamedInput } from '#kit/server/http/handlers.ts'
import type { MoveResult } from '../contract.ts'
import type { MoveKind } from './move-once.ts'
import { throwLossReason } from './losses.ts'
import { findEarlierMove } from './queries/moves.ts'

interface RepeatedResponse {
  /** The first response. */
  repeated: JsonText<never>
}
interface Result {
  isNew?: boolean
  undo?: object
  result?: MoveResult
}
/** Fields of the responses other than the thing. Lists omit deleted series, like the responses of other calls. */
const fieldsOf: Record<MoveKind, (result: Result) => object> = {
  video: ({ result }) => ({ ...result }),
  videos: ({ isNew, undo, result }) => ({ is_new: isNew, undo, ...result }),
  series: ({ undo, result }) => ({ series: [], undo, ...result }),
  change: ({ result }) => ({ ...result }),
}

/**
 * Handles a call that moves things. If the call is refused, repeats the response of an earlier call with the same `op_id` by the same user;
 * only refused calls search for it. Other users can't get that response, because an `op_id` belongs to its user, who must still be an
 * editor.
 */
export function withRepeatedResponse<E extends Endpoint, Found extends object>(
  _endpoint: E,
  kind: MoveKind,
  handler: FindHandler<E, Found>,
): FindHandler<E, Found | RepeatedResponse> {
  const find = async (input: NamedInput<E>, ctx: Pick<Ctx, 'select'>) => {
    const { op_id: opId } = input.target as unknown as { op_id?: string }
    return handler
      .find(input, ctx)
      .catch(async (error: unknown) => ({ repeated: await readEarlierResponse(ctx.select, { opId, kind, input }, error) }))
  }
  const handle: MoveHandler['handle'] = (input, ctx) => {
    const { op_id: opId } = (input as { body: { op_id?: string } }).body
    if ('repeated' in ctx.resource) return Promise.resolve(ctx.resource.repeated)
    return (handler as unknown as MoveHandler)
      .handle(input, ctx)
      .catch((error: unknown) => readEarlierResponse(ctx.select, { opId, kind, input: input as object }, error))
  }
  return { ...handler, find, handle }
}
type MoveHandler = { handle: (input: unknown, ctx: Pick<Ctx, 'select'> & { resource: object | RepeatedResponse }) => Promise<unknown> }

/** Lists all ids in the path and body of a call. */
const idsIn = (input: object): string[] =>
  Object.values(input).flatMap((part: unknown) =>
    typeof part === 'string' ? part : Array.isArray(part) ? (part as string[]) : typeof part === 'object' && part ? idsIn(part) : [],
  )

interface RefusedCall {
  opId: string | undefined
  kind: MoveKind
  input: object
}

const finalStatuses = new Set([403, 404, 422])

/**
 * Returns the response of the earlier call.
 * @throws if there was none: why a former member can't reach these things (`throwLossReason`), else `error`
 */
async function readEarlierResponse(select: Select, { opId, kind, input }: RefusedCall, error: unknown): Promise<JsonText<never>> {
  const isRefused = error instanceof ProblemError && finalStatuses.has(error.problem.status)
  const [earlierMove] = isRefused && opId !== undefined ? await select(findEarlierMove, opId) : []
  if (earlierMove?.kind !== kind) return throwLossReason(select, idsIn(input), error)
  return JSON.stringify({ ...earlierMove.answer, ...fieldsOf[kind](earlierMove.result) }) as JsonText<never>
}
