import { expect, test } from 'vitest'
import { findPreviousPage } from './previous-page.ts'

const here = { origin: 'https://choice.example', pathname: '/en/terms' }

test.for([
  ['the page of this site that opened the policy', 'https://choice.example/en/register', '/en/register'],
  ['the page with its query', 'https://choice.example/nl/settings?view=editProfile', '/nl/settings?view=editProfile'],
  ['none without a referrer', '', undefined],
  ['none for a page of another site', 'https://search.example/?q=choice', undefined],
  ['none for another scheme', 'http://choice.example/en/register', undefined],
  ['none for the policy itself', 'https://choice.example/en/terms', undefined],
] as const)('%s', ([, referrer, expected]) => {
  expect(findPreviousPage({ ...here, referrer })).toBe(expected)
})
