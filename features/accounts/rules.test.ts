import { expect, test } from 'vitest'
import { NewPassword, Nickname } from './fields.ts'
import {
  accountAge,
  ageOn,
  hasNicknameCharacters,
  isBirthday,
  isEmail,
  isRepeatedCharacter,
  isReserved,
  lookAlikeKey,
  mailboxKey,
  repeatsIdentity,
  today,
} from './rules.ts'

test.each([
  'ann@example.com',
  "o'neill+tv@sub.example.co.uk",
  'a@b.be',
  'ann@[192.0.2.1]',
  'ann@xn--caf-dma.be',
  'x@y.xn--vermgensberatung-pwb',
  `${'a'.repeat(64)}@example.com`,
])('%s is an email address', (address) => expect(isEmail(address)).toBe(true))

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@example.c',
  'ann@example.c0m',
  'ann@@example.com',
  'ann@example..com',
  'ann@example.com.',
  '.ann@example.com',
  'ann.@example.com',
  'a b@example.com',
  'ann@example.com, bob@example.com',
  'ann@example.com\nbcc: bob@example.com',
  '"ann bob"@example.com',
  '=?utf-8?q?=61nn?=@example.com',
  '=?utf-8?b?YW5u?=@example.com',
  'Ann <ann@example.com>',
  'ann@-example.com',
  'ann@[192.0.2]',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`,
])('%j is no email address', (address) => expect(isEmail(address)).toBe(false))

test.each(['jo', 'Zoë', 'Łukasz', 'IJsbrand_2', 'a.b-c', 'Ngọc', 'Ștefan', 'e\u0301va'])('%s is a valid username', (name) =>
  expect(hasNicknameCharacters(name)).toBe(true),
)
test.each(['a b', 'аdmin', 'Ωmega', 'a@b', '..', '__', 'a/b', 'a\u200bb', 'tv📺', 'ｆｕｌｌ', 'a\u202Eb', '<b>'])(
  '%j is no valid username',
  (name) => expect(hasNicknameCharacters(name)).toBe(false),
)

test.each([
  ['Paypal', 'paypaI'],
  ['bill', 'b1ll'],
  ['Foo', 'f00'],
  ['jan.jansen', 'Jan_Jansen'],
  ['jan-jansen', 'janjansen'],
  ['Zoë', 'zoe'],
  ['modern', 'rnodern'],
  ['www', 'vvww'],
  ['Straße', 'strasse'],
  ['søren', 'soren'],
  ['ĳsbrand', 'ijsbrand'],
  ['éva', 'e\u0301va'],
  ['Istanbul', 'ıstanbul'],
])('%s and %s look alike', (a, b) => expect(lookAlikeKey(a)).toBe(lookAlikeKey(b)))

test.each([
  ['ann', 'anna'],
  ['bob', 'rob'],
  ['Tim', 'Tom'],
  ['user2', 'user3'],
])('%s and %s do not look alike', (a, b) => expect(lookAlikeKey(a)).not.toBe(lookAlikeKey(b)))

test.each([
  'admin',
  'Admin',
  'ADMIN',
  'adm1n',
  'a.d.m.i.n',
  'Àdmin',
  'my-playlists',
  'MyPlaylists',
  'settings',
  'api',
  'choice',
  'ch0ice',
  'robots.txt',
  'about',
  'explore',
  'notifications',
  'history',
  'guide',
  'embed',
  'feed',
  'operator',
  'teams',
  'tv',
  '0perator',
  'h1story',
])('%s is reserved', (word) => expect(isReserved(word)).toBe(true))
test.each(['ann', 'adminton', 'Ali', 'demo-ann', 'homer', 'apis-mellifera'])('%s is not reserved', (word) =>
  expect(isReserved(word)).toBe(false),
)

test('a password that equals the email address or username, ignoring case, repeats it', () => {
  expect(repeatsIdentity('ANN@example.com', 'ann@example.com', null)).toBe(true)
  expect(repeatsIdentity('AnnieBananie', undefined, 'anniebananie')).toBe(true)
  expect(repeatsIdentity('ann@example.com2', 'ann@example.com', 'ann')).toBe(false)
})

test.each([
  ['2000-05-20', '2018-05-19', 17],
  ['2000-05-20', '2018-05-20', 18],
  ['2004-02-29', '2022-02-28', 17],
  ['2004-02-29', '2022-03-01', 18],
  ['2020-12-31', '2021-01-01', 0],
])('a person born on %s is on %s %i years old', (birthday, day, age) => expect(ageOn(birthday, day)).toBe(age))

test.each([
  '2001-02-29',
  '2001-13-01',
  '2001-00-10',
  '01-02-2001',
  '2001-1-1',
  '9999-01-01',
  '1800-01-01',
  '',
  'yesterday',
  '2001-01-01T00:00:00Z',
])('%j is no birthday', (text) => expect(isBirthday(text)).toBe(false))

test("users need a guardian's consent from 13, and none from 18", () => {
  const yearsAgo = (years: number) => `${Number(today().slice(0, 4)) - years}${today().slice(4)}`.replace('-02-29', '-02-28')
  expect(isBirthday(today())).toBe(true)
  expect(accountAge(yearsAgo(12))).toBe('too_young')
  expect(accountAge(yearsAgo(13))).toBe('guardian')
  expect(accountAge(yearsAgo(17))).toBe('guardian')
  expect(accountAge(yearsAgo(18))).toBe('adult')
})

test.each([
  ['Ann+tv@Example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['a.n.n+x@gmail.com', 'ann@gmail.com'],
  ['A.nn@GoogleMail.com', 'ann@gmail.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
])('emails to %s arrive at %s', (address, mailbox) => expect(mailboxKey(address)).toBe(mailbox))

test.each([
  ['aaaaaaaa', true],
  ['\t\t\t\t\t\t\t\t', true],
  ['😀😀😀😀😀😀😀😀', true],
  ['aaaaaaaA', false],
])('%j is a single repeated character: %s', (password, is) => expect(isRepeatedCharacter(password)).toBe(is))

test('names and passwords of 60,000 combining marks are refused within milliseconds', () => {
  const marks = `a${'\u0315\u0300'.repeat(30_000)}`
  const started = performance.now()
  expect([Nickname.safeParse(marks).success, NewPassword.safeParse(marks).success, isReserved(marks)]).toEqual([false, false, false])
  expect(lookAlikeKey(marks)).toBe('a')
  // Normalising one of these texts would take five seconds, so the checks must refuse them by length first.
  expect(performance.now() - started).toBeLessThan(1000)
})
