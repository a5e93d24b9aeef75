import { expect, test } from 'vitest'
import { common } from '#kit/contract/problems.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { ProblemError } from '../fail.ts'
import { renderProblem } from './problems.ts'

test.each([
  [5, 'That was a lot at once. Try again in a moment.', 'Dat was veel tegelijk. Probeer het zo meteen opnieuw.'],
  [61, 'That was too often. Try again in 2 minutes.', 'Dat was te vaak. Probeer het over 2 minuten opnieuw.'],
  [15 * 60, 'That was too often. Try again in 15 minutes.', 'Dat was te vaak. Probeer het over 15 minuten opnieuw.'],
  [3590, 'That was too often. Try again in 1 hour.', 'Dat was te vaak. Probeer het over 1 uur opnieuw.'],
  [86_400, 'That was too often. Try again in 24 hours.', 'Dat was te vaak. Probeer het over 24 uur opnieuw.'],
])('whoever has to wait %i seconds is told so', (retryAfter, english, dutch) => {
  const texts = { en: { kit: en }, nl: { kit: nl } }
  const error = new ProblemError(common.too_many, { retryAfter })
  expect(renderProblem(error, texts, 'en')).toEqual({ status: 429, retryAfter, body: { code: 'too_many', message: english, errors: {} } })
  expect(renderProblem(error, texts, 'nl').body.message).toBe(dutch)
})
