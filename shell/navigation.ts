import { useSyncExternalStore } from 'react'
import { language } from '#kit/web/i18n.ts'
import { createHistory, type NavigateOptions } from './router/history.ts'

/** The pages of this visit. */
export const pageHistory = createHistory(window)

interface GoOptions extends NavigateOptions {
  /** In place of the page one is on: Back leads to the one before it. */
  replace?: boolean | undefined
}

export const go = (href: string, { replace = false, ...options }: GoOptions = {}) =>
  replace ? pageHistory.replace(href, options) : pageHistory.push(href, options)

/** Goes to an address of `paths`. */
export const useGo = (): typeof go => go

const pathHere = () =>
  pageHistory
    .get()
    .path.slice(`/${language}`.length)
    .replace(/(.)\/$/, '$1') || '/'

/** The path of the screen one is on, or on the way to, without the language: `/`, `/my-playlists`. */
export const useHere = (): string => useSyncExternalStore(pageHistory.subscribe, pathHere)

/** Goes to where one came from; to `otherwise` when one came from outside. */
export const useBack = (otherwise: string) => (): void =>
  pageHistory.get().index > 0 ? pageHistory.back() : pageHistory.replace(otherwise)

/** Goes to `href` by way of `behind`: that is where Back leads. Nobody is asked about unsaved changes. */
const goThrough = (behind: string, href: string) => {
  pageHistory.push(behind, { ask: false })
  pageHistory.push(href, { ask: false })
}
export const useGoThrough = (): typeof goThrough => goThrough
