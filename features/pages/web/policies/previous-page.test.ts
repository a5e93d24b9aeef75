import { expect, test } from 'vitest'
import { findPreviousPage } from './previous-page.ts'

const here = { origin: 'https://choice.example', pathname: '/en/terms' }

test.for([
  ['the page of ours that one came from', 'https://choice.example/en/register', '/en/register'],
  ['with its query', 'https://choice.example/nl/settings?view=editProfile', '/nl/settings?view=editProfile'],
  ['none for who typed the address', '', undefined],
  ['none for who came from elsewhere', 'https://search.example/?q=choice', undefined],
  ['none for another port or scheme', 'http://choice.example/en/register', undefined],
  ['not the text itself, loaded anew', 'https://choice.example/en/terms', undefined],
] as const)('%s', ([, referrer, expected]) => {
  expect(findPreviousPage({ ...here, referrer })).toBe(expected)
})
