import { expect, test } from 'vitest'
import { toRequestBody, emptyForm, hasEmail, invitationField, isFilledIn, passwordsMatch } from './form.ts'

const form = { ...emptyForm, email: ' ann@example.com ', password: 'correct horse', confirmation: 'correct horse', terms: true }
const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`

test('empty fields are not sent', () => {
  expect(toRequestBody(form)).toEqual({
    email: 'ann@example.com',
    password: 'correct horse',
    password_confirmation: 'correct horse',
    terms: true,
  })
})

test('a username and a birthday are sent if filled in', () => {
  expect(toRequestBody({ ...form, nickname: ' ann ', birthday: '1991-05-04' })).toMatchObject({ nickname: 'ann', birthday: '1991-05-04' })
})

test("a guardian's consent is sent for minors only", () => {
  expect(toRequestBody({ ...form, birthday: yearsAgo(15), consent: true })).toHaveProperty('guardian_consent', true)
  expect(toRequestBody({ ...form, birthday: yearsAgo(15) })).toHaveProperty('guardian_consent', false)
  expect(toRequestBody({ ...form, birthday: yearsAgo(30), consent: true })).not.toHaveProperty('guardian_consent')
  expect(toRequestBody({ ...form, consent: true })).not.toHaveProperty('guardian_consent')
})

test('two empty passwords do not match', () => {
  expect(passwordsMatch(emptyForm)).toBe(false)
  expect(passwordsMatch(form)).toBe(true)
  expect(passwordsMatch({ ...form, confirmation: 'correct' })).toBe(false)
})

test("a filled-in form counts as unsaved input, an address alone doesn't", () => {
  expect(isFilledIn({ ...emptyForm, email: 'ann@example.com' })).toBe(false)
  for (const part of [{ nickname: 'ann' }, { terms: true }, { password: 'x' }]) expect(isFilledIn({ ...emptyForm, ...part })).toBe(true)
})

test('white space around an address is trimmed', () => {
  expect(hasEmail(form)).toBe(true)
  expect(hasEmail({ ...form, email: 'ann@example' })).toBe(false)
})

test('an invitation is a code, or the whole link with it', () => {
  expect(invitationField(form)).toEqual({})
  expect(invitationField({ ...form, invitation: ' a1B2 ' })).toEqual({ invitation: 'a1B2' })
  expect(invitationField({ ...form, invitation: 'https://choice.test/nl/register?x=1&invitation=a1B2#top' })).toEqual({
    invitation: 'a1B2',
  })
})
