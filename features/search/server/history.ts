import { cutText } from '#kit/contract/cut-text.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { searchErrors } from '../errors.ts'
import { spellingsOf, termOf } from './followed-words.ts'
import { historyEndpoints } from '../history.ts'
import { limits } from '../rules.ts'
import { isLongEnough } from '../tokens.ts'
import { createFeedPath } from './addresses.ts'
import { deleteHistory, deleteSearch, findSearch, listHistory, raiseFeedNumber, saveSearch, toggleFollow } from './queries/history.ts'

/** Returns a search and its term. @throws 422 if the search is too short */
function searchOf(text: string): { search: string; term: string } {
  const search = cutText(text.trim(), limits.keyword).trim()
  const term = termOf(search)
  return isLongEnough(search) && term !== '' ? { search, term } : fail(searchErrors.keyword_short, { field: 'search' })
}

export const historyRoutes = ({ publicUrl }: { publicUrl: string }): Handlers<typeof historyEndpoints> => ({
  listSearchHistory: defineReadHandler(historyEndpoints.listSearchHistory, {
    async handle(_, { select }) {
      const all = await select(listHistory, undefined)
      return { followed: all.filter(({ is_followed }) => is_followed), unfollowed: all.filter(({ is_followed }) => !is_followed) }
    },
  }),

  async saveSearch({ body }, { db, select, reader }) {
    const { search, term } = searchOf(body.search)
    const id = (await saveSearch(db, reader.user.id, search, term)) ?? fail(commonErrors.token_invalid)
    return (await select(listHistory, id))[0] ?? fail(commonErrors.not_found)
  },

  async clearSearchHistory(_, { db, reader }) {
    await deleteHistory(db, reader.user.id)
    return {}
  },

  async deleteSearch({ params: { id } }, { db, reader }) {
    return (await deleteSearch(db, reader.user.id, id)) ? {} : fail(commonErrors.not_found)
  },

  async followSearch({ params: { id } }, { db, select, reader }) {
    const outcome = await toggleFollow(db, reader.user.id, id, spellingsOf)
    if (outcome === 'full') fail(searchErrors.too_many_followed, { values: { count: limits.history.followed } })
    if (outcome === 'unsearchable') fail(searchErrors.unsearchable)
    return (await select(listHistory, id))[0] ?? fail(commonErrors.not_found)
  },

  async getSearchFeed({ params: { id } }, { db, reader }) {
    const search = await findSearch(db, id)
    if (search?.account_id !== reader.user.id) return fail(commonErrors.not_found)
    if (!search.is_followed) fail(searchErrors.not_followed)
    return { url: `${publicUrl}${await createFeedPath(db, search)}` }
  },

  async revokeSearchFeed({ params: { id } }, { db, reader }) {
    return (await raiseFeedNumber(db, reader.user.id, id)) ? {} : fail(commonErrors.not_found)
  },
})
