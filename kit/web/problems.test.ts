import { expect, test } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { formErrors, unshownErrors } from './problems.ts'

const refusal = (errors: Record<string, string[]>) => new ApiError(422, { message: 'Something is not right', code: 'invalid', errors })

test('errors without a field in the form are shown once each', () => {
  const error = refusal({ email: ['Email should be valid'], captcha: ['Try again'], token: ['Too old', 'Try again'] })
  expect(unshownErrors(error, ['email'])).toEqual(['Try again', 'Too old'])
  expect(unshownErrors(error, [])).toEqual(['Email should be valid', 'Try again', 'Too old'])
})

test('no message remains if fields show all errors', () => {
  expect(unshownErrors(refusal({ email: ['Email should be valid'] }), ['email', 'password'])).toEqual([])
})

test('a refusal without fields shows its message', () => {
  expect(unshownErrors(refusal({}), ['email'])).toEqual(['Something is not right'])
})

test('an error of a list item is shown once: at the item, the list, or the form', () => {
  const error = refusal({ 'videos.0.src': ['Link is not valid'], videos: ['Link is not valid'] })
  expect(formErrors(error, ['videos.0.src']).message).toBeUndefined()
  expect(formErrors(error, ['videos']).message).toBeUndefined()
  expect(formErrors(error, ['title']).message).toBe('Link is not valid')
  const twoErrors = refusal({
    'videos.0.src': ['Link is not valid'],
    'videos.1.title': ['Too long'],
    videos: ['Link is not valid', 'Too long'],
  })
  expect(formErrors(twoErrors, ['videos.0.src']).message).toBe('Too long')
})

test('a form shows each error once: at the field, or at the form', () => {
  const error = refusal({ slug: ['This address is taken', 'Too short'] })
  expect(formErrors(error, ['slug'])).toEqual({ message: undefined, fields: { slug: 'This address is taken' } })
  expect(formErrors(error)).toEqual({ message: 'This address is taken Too short', fields: { slug: 'This address is taken' } })
  expect(formErrors(null, ['slug'])).toEqual({ message: undefined, fields: {} })
})
