import { expect, test } from 'vitest'
import { confirmationToken } from './emailed-secret.ts'

const token = 'erBbN95e7VS5jk1tszTx2uagtalCDytfF940Jq_g-As'

test('a confirmation address contains its token', () => {
  expect(confirmationToken(`/api/user/verify/${token}`)).toBe(token)
})

test.each([token.slice(1), `${token}x`, `${token}.`, `${token})>`, '%2e%2e'])('a damaged address gives its token: %s', (damagedToken) => {
  expect(confirmationToken(`/api/user/verify/${damagedToken}`)).toBe(damagedToken)
})

test.each([
  undefined,
  '',
  `https://evil.example/api/user/verify/${token}`,
  `//evil.example/api/user/verify/${token}`,
  `/api/user/verify/${token}/../../../api/logout`,
  `/api/user/verify/${token}?x`,
  '/api/user/verify/',
  '/api/user/verify/..',
  `/api/user/verify/${token}#x`,
  '/api/logout',
])('%s is not called', (url) => {
  expect(confirmationToken(url)).toBeUndefined()
})
