import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'
import { maxNew } from '../rules.ts'
import type { Followed } from '../follows.ts'
import { t } from './texts.ts'

/** The reader's follows in their order: one read per page. */
export const followsQuery = { query: {} } as const

/** The reader's follows, if loaded. */
export const knownFollows = createStore<readonly Followed[]>([])

const newCountOf = (id: string): number => knownFollows.get().find((one) => one.following_id === id)?.new_count ?? 0
/** Renders again only when this thing's count changes. */
export const useNewCount = (id: string): number => useSyncExternalStore(knownFollows.subscribe, () => newCountOf(id))

/** Badge text: at most 99. */
export const formatNewCount = (count: number): string => (count < maxNew ? String(count) : `${maxNew - 1}+`)
export const newCountText = (count: number): string => (count < maxNew ? t('follow.new', { count }) : t('follow.new_more'))
