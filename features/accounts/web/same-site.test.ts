import { expect, test } from 'vitest'
import { parseSameSitePath } from './same-site.ts'

const origin = 'https://choice.example'

test.each([
  ['/en/playlists?playlist=a1', { pathname: '/en/playlists', search: '?playlist=a1' }],
  ['/nl/', { pathname: '/nl/', search: '' }],
  ['/my-playlists', { pathname: '/my-playlists', search: '' }],
  ['/en/login-tips', { pathname: '/en/login-tips', search: '' }],
])('%s is a path of this site', (text, path) => {
  expect(parseSameSitePath(text, origin)).toEqual(path)
})

test.each([
  undefined,
  '',
  'playlists',
  'https://evil.example/',
  '//evil.example/en/',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/en/login',
  '/login?token=1',
  '/nl/register?email=a',
  '/en/reset-password/x/y',
])('%s is no path to return to', (text) => {
  expect(parseSameSitePath(text, origin)).toBeUndefined()
})
