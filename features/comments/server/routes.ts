import * as z from 'zod/mini'
import { commonErrors } from '#kit/contract/problems.ts'
import { type Db, violatedConstraint } from '#kit/server/db/db.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { type Handlers, defineFindHandler } from '#kit/server/http/handlers.ts'
import { readTabId } from '#kit/server/http/changes.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { nextCursor, parseCursor } from '#kit/server/http/paging.ts'
import { newId } from '#kit/server/ids.ts'
import type { Select } from '#kit/server/select.ts'
import { throwLossReason } from '#features/channels/server/losses.ts'
import { commentsContract as contract, commentsErrors } from '../contract.ts'
import { limits } from '../rules.ts'
import { invalidateComments, notifyMentioned } from './notices.ts'
import {
  type CommentRow,
  countComments,
  deleteComment,
  insertComment,
  listComments,
  lockThread,
  markCommentRead,
  readComment,
  setCommentResolved,
  updateCommentText,
} from './queries/comments.ts'
import { findComment, findItem, findTeamChannel, type FoundComment, lockItem, type Item } from './queries/items.ts'

const defaultLimit = 30

/**
 * @throws 404 unless the caller is a member of the team that owns the item's channel. The error has a reason if the caller was a member, or
 * if the item was deleted
 */
const findCommentedItem = async (select: Select, type: string, id: string): Promise<Item> =>
  (await select(findItem, type, id))[0] ?? throwLossReason(select, [id], new ProblemError(commonErrors.not_found, {}))
const findVisibleComment = async (select: Select, id: string): Promise<FoundComment> =>
  (await select(findComment, id))[0] ?? fail(commonErrors.not_found)

const placeOf = ({ item_type, item_id, playlist_id }: Item) => ({ item_type, item_id, playlist_id })

function toComment(row: CommentRow, item: Item) {
  const { seq: _, ...comment } = row
  return { ...comment, ...placeOf(item) }
}
/** @throws 404 if the comment was deleted in the meantime */
const readAnswer = async (db: Db, userId: string, item: Item, id: string) =>
  toComment((await readComment(db, userId, item, id)) ?? fail(commonErrors.not_found), item)

/** Makes a change as a member, under locks that make removals and deletions wait. @param text a new text, which may mention members @throws 404 */
const changeAsMember = <T>(db: Db, userId: string, item: Item, text: string | undefined, change: (tx: Db) => Promise<T>): Promise<T> => {
  const locksMembers = text?.includes('@') === true
  const run = async (tx: Db) => ((await lockItem(tx, userId, item, { locksMembers })) ? change(tx) : fail(commonErrors.not_found))
  return db.isTransaction ? run(db) : db.transaction().execute(run)
}

export const commentsRoutes = ({ limits: counters }: { limits: Pick<Limits, 'take'> }): Handlers<typeof contract> => {
  const admit = async (userId: string) =>
    assertAllowed(await counters.take(`comments:${userId}`, { max: limits.perMinute, windowSeconds: 60 }))

  return {
    listComments: defineFindHandler(contract.listComments, {
      find: ({ params }, { select }) => findCommentedItem(select, params.item_type, params.item_id),
      async handle({ query: { limit = defaultLimit, cursor } }, { db, reader: { user }, resource }) {
        const rows = await listComments(db, user.id, resource, limit + 1, parseCursor(z.tuple([z.int()]), cursor)?.[0])
        const data = rows.slice(0, limit).map((row) => toComment(row, resource))
        return { data, next_cursor: nextCursor(rows, limit, ({ seq }) => [seq]) }
      },
    }),

    countComments: defineFindHandler(contract.countComments, {
      find: async ({ params }, { select }) => (await select(findTeamChannel, params.id))[0] ?? fail(commonErrors.not_found),
      handle: async (_, { select, resource }) => ({ items: await select(countComments, resource.id) }),
    }),

    addComment: defineFindHandler(contract.addComment, {
      find: ({ target }, { select }) => findCommentedItem(select, target.item_type, target.item_id),
      async handle({ body: { text } }, { db, once, reader: { user }, request, resource }) {
        await admit(user.id)
        try {
          const id = await once((writer) =>
            writer.transaction().execute((tx: Db) =>
              changeAsMember(tx, user.id, resource, text, async () => {
                const comment = { id: newId(), author_id: user.id, text }
                const thread = (await lockThread(tx, resource)) ?? fail(commonErrors.not_found)
                if (!(await insertComment(tx, thread, comment))) fail(commentsErrors.comment_limit, { field: 'text' })
                await notifyMentioned(tx, user.id, resource, text)
                await invalidateComments(tx, user.id, resource, readTabId(request.headers['tab-id']))
                return comment.id
              }),
            ),
          )
          return await readAnswer(db, user.id, resource, id)
        } catch (error) {
          if (violatedConstraint(error)?.startsWith('comment_thread_')) fail(commonErrors.not_found)
          throw error
        }
      },
    }),

    updateComment: defineFindHandler(contract.updateComment, {
      find: ({ params }, { select }) => findVisibleComment(select, params.id),
      async handle({ body: { text, is_resolved: isResolved } }, { db, reader: { user }, request, resource }) {
        if (text !== undefined && resource.author_id !== user.id) fail(commentsErrors.not_author)
        if (text !== undefined) await admit(user.id)
        await changeAsMember(db, user.id, resource, text, async (tx) => {
          if (text !== undefined) await updateCommentText(tx, resource.id, text)
          if (isResolved !== undefined) await setCommentResolved(tx, resource.id, isResolved)
          if (text !== undefined) await notifyMentioned(tx, user.id, resource, text, resource.text)
          await invalidateComments(tx, user.id, resource, readTabId(request.headers['tab-id']))
        })
        return readAnswer(db, user.id, resource, resource.id)
      },
    }),

    deleteComment: defineFindHandler(contract.deleteComment, {
      find: ({ params }, { select }) => findVisibleComment(select, params.id),
      async handle(_, { db, reader: { user }, request, resource }) {
        if (resource.author_id !== user.id && !resource.is_admin) fail(commentsErrors.not_author)
        await changeAsMember(db, user.id, resource, undefined, async (tx) => {
          await deleteComment(tx, resource.id)
          await invalidateComments(tx, user.id, resource, readTabId(request.headers['tab-id']))
        })
        return placeOf(resource)
      },
    }),

    readComments: defineFindHandler(contract.readComments, {
      find: ({ params }, { select }) => findVisibleComment(select, params.id),
      async handle(_, { db, reader: { user }, resource }) {
        await markCommentRead(db, user.id, resource.id)
        return placeOf(resource)
      },
    }),
  }
}
