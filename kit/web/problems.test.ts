import { expect, test } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { problemOf, sentencesOf } from './problems.ts'

const refusal = (errors: Record<string, string[]>) => new ApiError(422, { message: 'Something is not right', code: 'invalid', errors })

test('errors without a field in the form are shown once each', () => {
  const error = refusal({ email: ['Email should be valid'], captcha: ['Try again'], token: ['Too old', 'Try again'] })
  expect(sentencesOf(error, ['email'])).toEqual(['Try again', 'Too old'])
  expect(sentencesOf(error, [])).toEqual(['Email should be valid', 'Try again', 'Too old'])
})

test('nothing is left to show if fields show all errors', () => {
  expect(sentencesOf(refusal({ email: ['Email should be valid'] }), ['email', 'password'])).toEqual([])
})

test('a refusal without fields shows its message', () => {
  expect(sentencesOf(refusal({}), ['email'])).toEqual(['Something is not right'])
})

test('an error of a list item is shown once: at the item, the list, or the form', () => {
  const error = refusal({ 'videos.0.src': ['Link is not valid'], videos: ['Link is not valid'] })
  expect(problemOf(error, ['videos.0.src']).message).toBeUndefined()
  expect(problemOf(error, ['videos']).message).toBeUndefined()
  expect(problemOf(error, ['title']).message).toBe('Link is not valid')
  const two = refusal({ 'videos.0.src': ['Link is not valid'], 'videos.1.title': ['Too long'], videos: ['Link is not valid', 'Too long'] })
  expect(problemOf(two, ['videos.0.src']).message).toBe('Too long')
})

test('a form shows each error once: at the field, or at the form', () => {
  const error = refusal({ slug: ['This address is taken', 'Too short'] })
  expect(problemOf(error, ['slug'])).toEqual({ message: undefined, fields: { slug: 'This address is taken' } })
  expect(problemOf(error)).toEqual({ message: 'This address is taken Too short', fields: { slug: 'This address is taken' } })
  expect(problemOf(null, ['slug'])).toEqual({ message: undefined, fields: {} })
})
