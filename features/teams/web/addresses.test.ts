import { expect, test } from 'vitest'
import { parseAddresses } from './addresses.ts'

test.each([
  ['ann@example.org', ['ann@example.org'], []],
  [' ann@example.org ', ['ann@example.org'], []],
  ['ann@example.org, bob@example.org;cas@example.org', ['ann@example.org', 'bob@example.org', 'cas@example.org'], []],
  ['ann@example.org\r\nbob@example.org\n\n', ['ann@example.org', 'bob@example.org'], []],
  ['ann@example.org bob@example.org', ['ann@example.org', 'bob@example.org'], []],
  ['Ann Smith <ann@example.org>, <bob@example.org>', ['ann@example.org', 'bob@example.org'], []],
  ['mailto:ann@example.org', ['ann@example.org'], []],
  ['ann@example.org, Ann@Example.org', ['Ann@Example.org'], []],
  ['ann@example.org, bob', ['ann@example.org'], ['bob']],
  ['', [], []],
])('the text %j has the addresses %j, and the invalid words %j', (text, valid, invalid) =>
  expect(parseAddresses(text)).toEqual({ valid, invalid }),
)

test('a pasted text of a megabyte is split without delay', { timeout: 2000 }, () =>
  expect(parseAddresses('ann@example.org <<<< '.repeat(50_000)).valid).toEqual(['ann@example.org']),
)
