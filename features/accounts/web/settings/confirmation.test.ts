import { expect, test } from 'vitest'
import { confirmationToken } from './confirmation.ts'

const token = 'erBbN95e7VS5jk1tszTx2uagtalCDytfF940Jq_g-As'

test('an address that confirms a sign-up holds its token', () => {
  expect(confirmationToken(`/api/user/verify/${token}`)).toBe(token)
})

test.each([
  undefined,
  '',
  `https://evil.example/api/user/verify/${token}`,
  `//evil.example/api/user/verify/${token}`,
  `/api/user/verify/${token}/../../../api/logout`,
  `/api/user/verify/${token}?x`,
  '/api/user/verify/short',
  '/api/logout',
])('%s is not called', (url) => {
  expect(confirmationToken(url)).toBeUndefined()
})
