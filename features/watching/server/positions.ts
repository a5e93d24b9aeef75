import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint } from '#kit/server/db/db.ts'
import { jsonPageOf } from '#kit/server/db/json-text.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, defineReadHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { parseCursor } from '#kit/server/http/paging.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { tvPath } from '#features/channels/tv-paths.ts'
import { type Position, watchingContract } from '../contract.ts'
import { clampPosition, isWatched, maxPositions, type PositionedType, type ViewedType } from '../rules.ts'
import { isHistoryEnabled } from './queries/history.ts'
import {
  deletePosition,
  findPosition,
  listPositions,
  listProgrammesToContinue,
  listVideosToContinue,
  type PositionTarget,
  upsertPosition,
} from './queries/positions.ts'

type Calls = 'listVideosToContinue' | 'listProgrammesToContinue' | 'listPositions' | 'setPosition' | 'forgetPosition'

const defaultLimit = 20
const ContinueKey = z.tuple([Time, Id])

/** Lists, sets and deletes positions in videos and programmes. */
export const positionHandlers = (subjects: Subjects<ViewedType>): Pick<Handlers<typeof watchingContract>, Calls> => ({
  listVideosToContinue: defineReadHandler(watchingContract.listVideosToContinue, {
    async handle({ query: { limit = defaultLimit, cursor } }, { select }) {
      const [time, id] = parseCursor(ContinueKey, cursor) ?? []
      const after = time === undefined || id === undefined ? undefined : { time, id }
      const items = await select(listVideosToContinue, limit + 1, after)
      return jsonPageOf(items, limit, (row) => [row.time, row.id])
    },
  }),

  listProgrammesToContinue: defineReadHandler(watchingContract.listProgrammesToContinue, {
    async handle({ query: { limit = defaultLimit } }, { select, language }) {
      const rows = await select(listProgrammesToContinue, limit, language)
      return { data: rows.map((row) => ({ ...row, epg_url: `/${language}${tvPath(row.channel_id, row.epg_id)}` })) }
    },
  }),

  listPositions: defineReadHandler(watchingContract.listPositions, {
    handle: async ({ query: { ids } }, { select }) => ({ data: await select(listPositions, maxPositions, ids) }),
  }),

  setPosition: defineFindHandler(watchingContract.setPosition, {
    // Finds the thing by its id alone, because the type is in the body.
    findByPath: ({ params: { id } }, { select }) =>
      subjects.find(select, { type: 'video', id }).catch(() => subjects.find(select, { type: 'epg', id })),
    async find({ params: { id }, target: { viewable_type: type = 'video', playlist_id, channel_id } }, { select }) {
      return positionedOf(type, id, await subjects.find(select, { type, id, within: type === 'epg' ? channel_id : playlist_id }))
    },
    async handle({ body }, { db, reader, resource }) {
      const savedPosition = (await findPosition(db, reader.user.id, resource)) ?? fail(commonErrors.not_found)
      const next = progressOf(body.position ?? savedPosition.position, body.duration ?? savedPosition.duration)
      const watched = body.watched ?? (body.position === undefined ? savedPosition.watched : next.watched)
      // A video near its end that is marked as not watched starts from the beginning.
      const position = !watched && next.watched ? 0 : next.position
      if (body.played && !(await isHistoryEnabled(db, reader.user.id))) return unstoredPosition(resource, { ...next, position })
      const written = await failIfDeleted(upsertPosition(db, reader.user.id, resource, { ...next, position, watched }))
      return written ?? fail(commonErrors.not_found)
    },
  }),

  async forgetPosition({ params }, { db, reader }) {
    await deletePosition(db, reader.user.id, params.id)
    return {}
  },
})

export const positionedOf = (type: PositionedType, id: string, { within }: { within?: string }): PositionTarget =>
  type === 'video' ? { video: id } : { programme: id, tvChannel: within! }

const unstoredPosition = (target: PositionTarget, progress: Omit<Position, 'viewable_type' | 'id'>): Position =>
  'video' in target
    ? { viewable_type: 'video', id: target.video, ...progress }
    : { viewable_type: 'epg', id: target.programme, ...progress }

export function progressOf(reported: number, duration: number | null) {
  const position = clampPosition({ position: reported, duration })
  return { position, duration, watched: isWatched({ position, duration }) }
}

/** @throws 404 if the video or TV channel was deleted concurrently */
export async function failIfDeleted<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (/^(view_action|watch_position|programme_position)_/.test(violatedConstraint(error) ?? '')) fail(commonErrors.not_found)
    throw error
  }
}
