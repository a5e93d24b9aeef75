import { expect, test } from 'vitest'
import { navItems } from './nav-items.ts'

const currentTabs = (signedIn: boolean, path: string) =>
  navItems({ signedIn, inTeam: false })
    .filter(({ at }) => at.includes(path))
    .map(({ id }) => id)

test.each([
  ['/', 'mine', 'discover'],
  ['/playlists', 'discover', 'discover'],
  ['/following', 'discover', 'discover'],
  ['/channels', 'tv', 'discover'],
  ['/tiers', 'tv', 'discover'],
  ['/my-playlists', 'mine', 'mine'],
  ['/favorites', 'mine', 'mine'],
  ['/search', 'search', 'search'],
  ['/settings', 'settings', 'settings'],
])('%s belongs to one tab: %s for users, %s for guests', (path, own, guests) => {
  expect([currentTabs(true, path), currentTabs(false, path)]).toEqual([[own], [guests]])
})
