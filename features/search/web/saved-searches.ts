/** Saved searches of the user: recently opened ones, and followed ones. */
import { useEffect } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { editResponse } from '#kit/web/change.ts'
import { isSignedIn, useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { confirm } from '#ui/confirm.ts'
import { bell } from '#ui/icons.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toasts.ts'
import { getActionTools } from '#shell/action-tools.ts'
import type { Action, ActionTools } from '#shell/actions.ts'
import { performStep } from '#shell/run-action.ts'
import { appSubject } from '#shell/subjects.ts'
import { commitDeferredSteps } from '#shell/undo-history.ts'
import { searchContract } from '../contract.ts'
import type { SearchHistory, SearchHistoryItem } from '../history.ts'
import { foldText } from '../tokens.ts'
import { t } from './texts.ts'

/** Ids of removed searches. */
const removedIds = createStore<ReadonlySet<string>>(new Set())
const hideSearches = (ids: readonly string[]) => removedIds.set((now) => new Set([...now, ...ids]))
const showSearches = (ids: readonly string[]) => removedIds.set((now) => new Set([...now].filter((id) => !ids.includes(id))))
/** Number of removals that can still be undone. */
let pendingRemovals = 0

/** Returns the user's searches: followed ones first, then the newest. Undefined while loading, and for guests; empty if loading fails. */
export function useSearchHistory(): readonly SearchHistoryItem[] | undefined {
  const { data, error } = useRead(searchContract.listSearchHistory, {}, { enabled: useSignedIn() })
  const hidden = removedIds.use()
  if (!data) return error ? [] : undefined
  return [...data.followed, ...data.unfollowed].filter(({ id }) => !hidden.has(id))
}

const termOf = (search: string) => foldText(search).replaceAll(/\s+/g, ' ').trim()

/** Whether two searches count as one, because they differ at most in capitals, accents and spaces. */
export const isSameTerm = (a: string, b: string): boolean => termOf(a) === termOf(b)

/** Saves a search as the newest one. @throws ApiError */
async function saveSearch(search: string, { change }: Pick<ActionTools, 'change'>): Promise<SearchHistoryItem> {
  // Completes removals first, because a removal that waits for undo would also remove the new search.
  if (pendingRemovals > 0) await commitDeferredSteps()
  return change(searchContract.saveSearch, { body: { search } })
}

/** Saves a search when its results open. */
export function useSaveSearchOnOpen(keyword: string): void {
  const signedIn = useSignedIn()
  useEffect(() => {
    if (!signedIn) return
    // Ignores failures, because the user needs the results and not the history.
    saveSearch(keyword, getActionTools()).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }, [signedIn, keyword])
}

const moveItem = ({ followed, unfollowed }: SearchHistory, item: SearchHistoryItem): SearchHistory => {
  const others = { followed: followed.filter(({ id }) => id !== item.id), unfollowed: unfollowed.filter(({ id }) => id !== item.id) }
  return item.is_followed ? { ...others, followed: [item, ...others.followed] } : { ...others, unfollowed: [item, ...others.unfollowed] }
}

async function toggleFollow(item: SearchHistoryItem, { change }: Pick<ActionTools, 'change'>): Promise<void> {
  const next = { ...item, is_followed: !item.is_followed, new_count: 0 }
  await change(
    searchContract.followSearch,
    { params: { id: item.id } },
    { optimistic: () => [editResponse(searchContract.listSearchHistory, {}, (now) => moveItem(now, next))] },
  )
  toast(t(next.is_followed ? 'follow.added' : 'follow.removed', { keyword: item.search }))
}

/** Follows a search. Saves it first if needed. */
const followSearch = (keyword: string): Action<'app'> => ({
  id: 'search.follow',
  section: 'edit',
  label: () => t('follow.add'),
  icon: bell,
  async run(_, tools) {
    const item = await saveSearch(keyword, tools)
    if (!item.is_followed) await toggleFollow(item, tools)
  },
})

/** Follows or unfollows a search. Guests are asked to log in, and then follow it. */
export async function toggleSubscription(keyword: string, item: SearchHistoryItem | undefined): Promise<void> {
  const subject = { ...appSubject, name: keyword }
  if (!isSignedIn()) {
    const { actAfterLogin } = await import('#shell/act-after-login.ts')
    return actAfterLogin(followSearch(keyword), subject)
  }
  return performStep((tools) => (item ? toggleFollow(item, tools) : followSearch(keyword).run(subject, tools)))
}

/** Hides searches. Removes them when undo is no longer possible. */
const removeLater = (label: string, items: readonly SearchHistoryItem[], commit: () => Promise<unknown>): Promise<void> => {
  const ids = items.map(({ id }) => id)
  const remove = () => {
    pendingRemovals++
    hideSearches(ids)
  }
  remove()
  return performStep(() => ({
    label,
    undo: () => {
      pendingRemovals--
      showSearches(ids)
    },
    redo: remove,
    commit: async () => {
      pendingRemovals--
      try {
        await commit()
      } catch (error) {
        showSearches(ids)
        if (!(error instanceof ApiError)) throw error
        toast(error.message, { warning: true })
      }
    },
  }))
}

export const removeSearch = (item: SearchHistoryItem): Promise<void> =>
  removeLater(t('history.removed', { keyword: item.search }), [item], () =>
    getActionTools().change(searchContract.deleteSearch, { params: { id: item.id } }),
  )

/** Removes all searches. Asks first if the user follows some of them. */
export async function clearSearches(items: readonly SearchHistoryItem[]): Promise<void> {
  const followed = items.filter(({ is_followed }) => is_followed).length
  if (followed > 0) {
    const question = { title: t('history.clear_question'), text: t('history.clear_text', { count: followed }), action: t('history.clear') }
    if (!(await confirm(question))) return
  }
  await removeLater(t('history.cleared'), items, () => getActionTools().change(searchContract.clearSearchHistory, {}))
}
