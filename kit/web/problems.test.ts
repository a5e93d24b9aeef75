import { expect, test } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { sentencesOf } from './Problem.tsx'

const refusal = (errors: Record<string, string[]>) => new ApiError(422, { message: 'Something is not right', code: 'invalid', errors })

test('what no field of the form shows is said, each sentence once', () => {
  const error = refusal({ email: ['Email should be valid'], captcha: ['Try again'], token: ['Too old', 'Try again'] })
  expect(sentencesOf(error, ['email'])).toEqual(['Try again', 'Too old'])
  expect(sentencesOf(error, [])).toEqual(['Email should be valid', 'Try again', 'Too old'])
})

test('when the fields say all of it, nothing is left to say', () => {
  expect(sentencesOf(refusal({ email: ['Email should be valid'] }), ['email', 'password'])).toEqual([])
})

test('a refusal of no field says its message', () => {
  expect(sentencesOf(refusal({}), ['email'])).toEqual(['Something is not right'])
})
