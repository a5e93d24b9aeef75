import { expect, test } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { problemOf, sentencesOf } from './problems.ts'

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

test('the error of a part of a list is said once: at the part, at the list, or as a whole', () => {
  const error = refusal({ 'videos.0.src': ['Link is not valid'], videos: ['Link is not valid'] })
  expect(problemOf(error, ['videos.0.src']).message).toBeUndefined()
  expect(problemOf(error, ['videos']).message).toBeUndefined()
  expect(problemOf(error, ['title']).message).toBe('Link is not valid')
  const two = refusal({ 'videos.0.src': ['Link is not valid'], 'videos.1.title': ['Too long'], videos: ['Link is not valid', 'Too long'] })
  expect(problemOf(two, ['videos.0.src']).message).toBe('Too long')
})

test('a form says once what is wrong: at the field, or as a whole', () => {
  const error = refusal({ slug: ['This address is taken', 'Too short'] })
  expect(problemOf(error, ['slug'])).toEqual({ message: undefined, fields: { slug: 'This address is taken' } })
  expect(problemOf(error)).toEqual({ message: 'This address is taken Too short', fields: { slug: 'This address is taken' } })
  expect(problemOf(null, ['slug'])).toEqual({ message: undefined, fields: {} })
})
