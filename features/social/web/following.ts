import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'
import { maxNew } from '../rules.ts'
import type { Followed } from '../follows.ts'
import { t } from './texts.ts'

/** What the reader follows in their own order: one read for the page. */
export const followingRead = { query: {} } as const

/** The same, as far as this page knows. */
export const following = createStore<readonly Followed[]>([])

const newCountOf = (id: string): number => following.get().find((one) => one.following_id === id)?.new_count ?? 0
/** Only another number of this very thing draws a component anew. */
export const useNewCount = (id: string): number => useSyncExternalStore(following.subscribe, () => newCountOf(id))

/** As it stands on a disc: beyond 99 nobody counts. */
export const shortCount = (count: number): string => (count < maxNew ? String(count) : `${maxNew - 1}+`)
export const countInWords = (count: number): string => (count < maxNew ? t('follow.new', { count }) : t('follow.new_more'))
