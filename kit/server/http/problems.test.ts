import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { integer } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { ProblemError } from './fail.ts'
import { QueueFullError } from '../fair-queue.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import { StorageError } from '../storage/storage-error.ts'
import { InvalidError, renderProblem } from './problems.ts'

test.each([
  [5, 'That was a lot at once. Try again in a moment.', 'Dat was veel tegelijk. Probeer het zo meteen opnieuw.'],
  [61, 'That was too often. Try again in 2 minutes.', 'Dat was te vaak. Probeer het over 2 minuten opnieuw.'],
  [15 * 60, 'That was too often. Try again in 15 minutes.', 'Dat was te vaak. Probeer het over 15 minuten opnieuw.'],
  [3590, 'That was too often. Try again in 1 hour.', 'Dat was te vaak. Probeer het over 1 uur opnieuw.'],
  [86_400, 'That was too often. Try again in 24 hours.', 'Dat was te vaak. Probeer het over 24 uur opnieuw.'],
])('a delay of %i seconds is shown to the user', (retryAfter, english, dutch) => {
  const texts = { en: { kit: en }, nl: { kit: nl } }
  const error = new ProblemError(commonErrors.too_many, { retryAfter })
  expect(renderProblem(error, texts, 'en')).toEqual({ status: 429, retryAfter, body: { code: 'too_many', message: english, errors: {} } })
  expect(renderProblem(error, texts, 'nl').body.message).toBe(dutch)
})

const wholeNumber = 'Enter a whole number from 1 to 2,000'
test.each([
  [2001, wholeNumber],
  ['2001', wholeNumber],
  [0, wholeNumber],
  [-0, wholeNumber],
  [1.5, wholeNumber],
  ['1e3', wholeNumber],
  [1e300, wholeNumber],
  ['9'.repeat(20), wholeNumber],
  [Infinity, wholeNumber],
  [[1], wholeNumber],
  [{ toString: 1 }, wholeNumber],
  [true, wholeNumber],
])('the number %j from 1 to 2,000 is refused: %s', (size, message) => {
  const texts = { en: { kit: en }, nl: { kit: nl } }
  const emptyField = z.pipe(
    z.literal(''),
    z.transform(() => null),
  )
  for (const field of [integer(1, 2000), z.union([integer(1, 2000), emptyField])]) {
    const { error } = z.object({ size: z.optional(z.nullable(field)) }).safeParse({ size }, { reportInput: true })
    expect(renderProblem(new InvalidError(error!.issues), texts, 'en').body.errors).toEqual({ size: [message] })
  }
})

test('a value that may be a number or a text is not asked to be a number', () => {
  const { error } = z.object({ country: z.union([integer(1, 9), z.string()]) }).safeParse({ country: ['x'] }, { reportInput: true })
  expect(renderProblem(new InvalidError(error!.issues), { en: { kit: en }, nl: { kit: nl } }, 'en').body.errors).toEqual({
    country: [en.errors.wrong_type],
  })
})

test('a missing number is required, in Dutch too', () => {
  const texts = { en: { kit: en }, nl: { kit: nl } }
  const errorsOf = (value: unknown) =>
    renderProblem(new InvalidError(z.object({ size: integer(1, 9) }).safeParse(value, { reportInput: true }).error!.issues), texts, 'nl')
      .body.errors
  expect(errorsOf({})).toEqual({ size: [nl.errors.required] })
  expect(errorsOf({ size: null })).toEqual({ size: ['Vul een geheel getal van 1 tot en met 9 in'] })
})

test('errors of list items are keyed by the item, and by the list', () => {
  const issue = (path: PropertyKey[]) => ({ code: 'custom' as const, message: '', path, input: undefined })
  const error = new InvalidError([issue(['tags', 1]), issue(['tags', 3]), issue(['name']), issue(['videos', 0, 'src']), issue([2])])
  const formatErrors = [en.errors.wrong_format]
  expect(renderProblem(error, { en: { kit: en }, nl: { kit: nl } }, 'en').body.errors).toEqual({
    'tags.1': formatErrors,
    'tags.3': formatErrors,
    tags: formatErrors,
    name: formatErrors,
    'videos.0.src': formatErrors,
    videos: formatErrors,
    2: formatErrors,
  })
  const problem = new ProblemError(commonErrors.not_found, { field: 'videos.4.image' })
  expect(Object.keys(renderProblem(problem, { en: { kit: en }, nl: { kit: nl } }, 'en').body.errors)).toEqual(['videos.4.image', 'videos'])
})

const storageFull = { status: 503, retryAfter: 60, body: { code: 'storage_full', message: en.errors.storage_full, errors: {} } }
const unavailable = (retryAfter: number) => ({
  status: 503,
  retryAfter,
  body: { code: 'unavailable', message: en.errors.unavailable, errors: {} },
})
const databaseError = (code: string) => Object.assign(new Error('could not extend file'), { code, severity: 'ERROR', routine: 'mdextend' })
test.each([
  ['files on a full disk', new StorageError('full', 'x'), storageFull],
  ['a full database', databaseError('53100'), storageFull],
  ['a store that does not answer', new StorageError('away', 'x'), unavailable(5)],
  ['a full queue', new QueueFullError('x'), unavailable(5)],
  ['a sandbox that cannot start', new SandboxError('unavailable', 'x'), unavailable(5)],
  ['a database without memory', databaseError('53200'), unavailable(2)],
])('%s: 503 with Retry-After', (_, error, expected) => {
  expect(renderProblem(error, { en: { kit: en }, nl: { kit: nl } }, 'en')).toEqual(expected)
})
