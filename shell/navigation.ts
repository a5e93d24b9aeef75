import { useSyncExternalStore } from 'react'
import { language } from '#kit/web/i18n.ts'
import { dialogs } from '#ui/dialogs.ts'
import { menus } from '#ui/menus.ts'
import { type NavigateOptions, type PageHistory, createHistory } from './router/history.ts'

/** The history of this visit. */
export const pageHistory = createHistory(window)

interface GoOptions extends NavigateOptions {
  /** Replaces the current page in the history: Back then leads to the page before it. */
  replace?: boolean | undefined
}

export const go = (href: string, { replace = false, ...options }: GoOptions = {}) =>
  replace ? pageHistory.replace(href, options) : pageHistory.push(href, options)

/** Navigates to an address of `paths`. */
export const useGo = (): typeof go => go

const pathHere = () =>
  pageHistory
    .get()
    .path.slice(`/${language}`.length)
    .replace(/(.)\/$/, '$1') || '/'

/** Path of the current or pending screen, without the language: `/`, `/my-playlists`. */
export const useCurrentPath = (): string => useSyncExternalStore(pageHistory.subscribe, pathHere)

/** Goes back, or to `fallback` if the visit began here. */
export const useBack = (fallback: string) => (): void => (pageHistory.get().index > 0 ? pageHistory.back() : pageHistory.replace(fallback))

/** Opens `href`, with `behind` as the page that Back leads to. Doesn't ask about unsaved changes. */
const goWithBackPage = (behind: string, href: string) => {
  pageHistory.push(behind, { ask: false })
  pageHistory.push(href, { ask: false })
}
export const useGoWithBackPage = (): typeof goWithBackPage => goWithBackPage

/** Makes Back close the topmost menu or dialog before leaving the page. A changed form asks first. */
export function closeOnBack(history: PageHistory): void {
  const top = () => dialogs.get().findLast(({ open }) => open)
  const changed = history.closeOnBack({
    isOpen: () => menus.get() !== null || top() !== undefined,
    dismiss: () => (menus.get() ? menus.set(null) : top()?.dismiss()),
  })
  dialogs.subscribe(changed)
  menus.subscribe(changed)
}
