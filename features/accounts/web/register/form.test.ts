import { expect, test } from 'vitest'
import { bodyOf, emptyForm, hasEmail, isFilledIn, passwordsMatch } from './form.ts'

const form = { ...emptyForm, email: ' ann@example.com ', password: 'correct horse', again: 'correct horse', terms: true }
const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`

test('fields that were left empty are not sent', () => {
  expect(bodyOf(form)).toEqual({
    email: 'ann@example.com',
    password: 'correct horse',
    password_confirmation: 'correct horse',
    terms: true,
  })
})

test('a nickname and a birthday are sent when there are any', () => {
  expect(bodyOf({ ...form, nickname: ' ann ', birthday: '1991-05-04' })).toMatchObject({ nickname: 'ann', birthday: '1991-05-04' })
})

test("a guardian's consent is sent for minors alone", () => {
  expect(bodyOf({ ...form, birthday: yearsAgo(15), consent: true })).toHaveProperty('guardian_consent', true)
  expect(bodyOf({ ...form, birthday: yearsAgo(15) })).toHaveProperty('guardian_consent', false)
  expect(bodyOf({ ...form, birthday: yearsAgo(30), consent: true })).not.toHaveProperty('guardian_consent')
  expect(bodyOf({ ...form, consent: true })).not.toHaveProperty('guardian_consent')
})

test('two empty passwords are no match', () => {
  expect(passwordsMatch(emptyForm)).toBe(false)
  expect(passwordsMatch(form)).toBe(true)
  expect(passwordsMatch({ ...form, again: 'correct' })).toBe(false)
})

test('a form that is filled in has something to lose, an address alone has not', () => {
  expect(isFilledIn({ ...emptyForm, email: 'ann@example.com' })).toBe(false)
  for (const part of [{ nickname: 'ann' }, { terms: true }, { password: 'x' }]) expect(isFilledIn({ ...emptyForm, ...part })).toBe(true)
})

test('white space around an address is no part of it', () => {
  expect(hasEmail(form)).toBe(true)
  expect(hasEmail({ ...form, email: 'ann@example' })).toBe(false)
})
