import { expect, test } from 'vitest'
import { httpAddress, name } from './fields.ts'

const Address = httpAddress(100)

test.each([
  'https://a.test/x\r\nHost: b',
  'https://a.te\nst/',
  'https://a.test/\tx',
  'https://a.test/\u0085',
  'ftp://a.test/',
  'a.test',
  '',
])('the address %j is refused', (address) => expect(Address.safeParse(address).success).toBe(false))

test('an address is trimmed and otherwise kept as it is', () => {
  expect(Address.parse(' http://a.test:8080/é?x=1#y ')).toBe('http://a.test:8080/é?x=1#y')
})

test.each(['\u200B', '\u3164', '\u2800', '\u0301\u0301', '\u202E'])('the name %j has nothing to see and is refused', (text) =>
  expect(name(50, 1).safeParse(text).success).toBe(false),
)
