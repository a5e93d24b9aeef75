import { expect, test } from 'vitest'
import { paths } from '#shell/paths.ts'
import { matchRoute } from '#shell/router/routes.ts'
import { routes } from './routes.tsx'

/** Returns the pattern of the route for an address. */
const screenAt = (address: string) => matchRoute(routes, new URL(address, 'http://localhost').pathname.slice('/en'.length), '')?.route.path

test.each([
  [paths.home(), '/'],
  [paths.playlists({ playlist: 'p1' }), '/playlists'],
  [paths.myPlaylists(), '/my-playlists'],
  [paths.channels(), '/channels'],
  [paths.search(), '/search'],
  [paths.settings({ view: 'editProfile' }), '/settings'],
  [paths.login(), '/login'],
  [paths.register(), '/register'],
  [paths.resetPassword('x', 'a@example.org'), '/reset-password/$token/$email'],
  ['/en/reset-password', '/reset-password'],
  ['/en/reset-password/x', '/reset-password/$token'],
  [paths.terms(), '/terms'],
  [paths.privacy(), '/privacy'],
  [paths.cookies(), '/cookies'],
  [paths.cookiesPolicy(), '/cookiesPolicy'],
  [paths.notFound(), '/not-found'],
  [paths.vanity('night-trains'), '/$slug'],
])('%s shows the screen %s', (address, screen) => expect(screenAt(address)).toBe(screen))
