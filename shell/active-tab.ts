import { useLayoutEffect } from 'react'
import { createStore } from '#ui/store.ts'

/** The navigation tab of a screen whose address doesn't determine it: `none`, or a user's page under the public channels. */
export type ActiveTab = 'discover' | 'none'

export const activeTab = createStore<ActiveTab | undefined>(undefined)

/** Sets the tab while the screen is mounted. */
export function useActiveTab(tab: ActiveTab | undefined): void {
  useLayoutEffect(() => {
    activeTab.set(tab)
    return () => activeTab.set(undefined)
  }, [tab])
}
