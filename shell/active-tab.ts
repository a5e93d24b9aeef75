import { useLayoutEffect } from 'react'
import { createStore } from '#ui/store.ts'

/** Under which tab of the navigation a screen stands that its address does not tell of: `none` of them, or somebody's page under the channels of all. */
export type ActiveTab = 'discover' | 'none'

export const activeTab = createStore<ActiveTab | undefined>(undefined)

/** Says it for as long as the screen is shown. */
export function useActiveTab(tab: ActiveTab | undefined): void {
  useLayoutEffect(() => {
    activeTab.set(tab)
    return () => activeTab.set(undefined)
  }, [tab])
}
