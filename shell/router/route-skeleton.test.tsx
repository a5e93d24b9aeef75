import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { settingList } from '../setting-list.ts'
import { RouteSkeleton } from './RouteSkeleton.tsx'
import css from './RouteSkeleton.module.css'

// Before the imports, because the width of the window is read as the code loads.
vi.hoisted(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined })),
)

let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  storage.set('fill_window', true)
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  storage.remove('fill_window')
  storage.remove('access_token')
})

const hasRailAt = (address: string, path: string, state: Readonly<Record<string, string>> = {}) => {
  window.history.replaceState({ state }, '', address)
  act(() => root.render(<RouteSkeleton key={address} path={path} />))
  return page.querySelector(`.${css['rail']!}`) !== null
}

test('in wide windows, users see a place for the list of settings beside a setting', () => {
  expect(hasRailAt('/en/settings?view=wallet', '/settings')).toBe(false)
  act(() => storage.set('access_token', 'token'))
  expect(hasRailAt('/en/settings?view=inbox', '/settings')).toBe(true)
  expect(hasRailAt('/nl/statistics', '/$slug')).toBe(true)
  expect(hasRailAt('/en/search', '/search')).toBe(false)
})

test('profiles and mailed links have no place for the list of settings', () => {
  act(() => storage.set('access_token', 'token'))
  for (const name of ['user', 'verify_url', 'end_sessions']) expect(hasRailAt(`/en/settings?${name}=x`, '/settings')).toBe(false)
  expect(hasRailAt('/en/settings', '/settings', { end_sessions: 'x' })).toBe(false)
  expect(hasRailAt('/en/settings', '/settings')).toBe(true)
})

test('a loaded list of settings stays while a setting loads', () => {
  act(() => storage.set('access_token', 'token'))
  settingList.set({ List: ({ current }) => <nav>{current}</nav> })
  const listAt = (address: string, path: string) => (hasRailAt(address, path) ? 'place' : page.querySelector('nav')?.textContent)
  expect(listAt('/en/settings?view=wallet', '/settings')).toBe('/en/settings?view=wallet')
  expect(listAt('/en/teams?teamId=x', '/$slug')).toBe('/en/teams')
  expect(listAt('/en/settings?user=x', '/settings')).toBeUndefined()
  act(() => settingList.set(undefined))
})

test('the wallet and the board have skeletons of their own shapes', () => {
  const kindAt = (address: string, path: string) => {
    hasRailAt(address, path)
    return page.querySelector<HTMLElement>('[data-skeleton]')?.dataset['skeleton']
  }
  expect(kindAt('/en/settings?view=wallet', '/settings')).toBe('panel')
  expect(kindAt('/en/settings?view=inbox', '/settings')).toBe('lines')
  expect(kindAt('/en/my-playlists?view=board', '/my-playlists')).toBe('board')
  expect(kindAt('/en/channels', '/channels')).toBe('wall')
})
