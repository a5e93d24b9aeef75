import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { today } from '#features/accounts/rules.ts'
import { terms } from '#features/accounts/terms.ts'
import { formatDay } from '#kit/web/format.ts'
import { AmendedTerms } from './AmendedTerms.tsx'

const changes = ['Vouchers can be combined.']

afterEach(() => {
  terms.announced = undefined
})

test('what announced terms change stands above those that hold, with the day', () => {
  terms.announced = { version: 'New', on: today() }
  const inAMonth = new Date()
  inAMonth.setUTCMonth(inAMonth.getUTCMonth() + 1)
  const shown = renderToStaticMarkup(<AmendedTerms changes={changes} />)
  expect(shown).toContain(`This changes on ${formatDay(`${inAMonth.toISOString().slice(0, 10)}T12:00`)}.`)
  expect(shown).toContain('<p>Vouchers can be combined.</p>')
})

test('nothing stands there while nothing is announced', () => {
  expect(renderToStaticMarkup(<AmendedTerms changes={changes} />)).toBe('')
})
