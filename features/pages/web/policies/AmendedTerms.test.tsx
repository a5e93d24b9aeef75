import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { today } from '#features/accounts/rules.ts'
import { terms } from '#features/accounts/terms.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { AmendedTerms } from './AmendedTerms.tsx'

const changes = ['Vouchers can be combined.']

afterEach(() => {
  vi.useRealTimers()
  terms.announced = undefined
})

test('announced changes show above the current terms, with their date', () => {
  vi.setSystemTime('2026-11-13T12:00:00Z')
  terms.announced = { version: 'New', on: today() }
  const html = renderToStaticMarkup(<AmendedTerms changes={changes} />)
  expect(html).toContain(`This changes on ${formatDay('2026-12-13T12:00')}.`)
  expect(html).toContain('<p>Vouchers can be combined.</p>')
})

test('no changes show without an announcement', () => {
  expect(renderToStaticMarkup(<AmendedTerms changes={changes} />)).toBe('')
})
