import { describe, expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { storedKeys } from '#kit/web/storage.ts'
import { terms as versions } from '#features/accounts/terms.ts'
import cookiesEn from './cookies.en.json' with { type: 'json' }
import cookiesNl from './cookies.nl.json' with { type: 'json' }
import type { PolicyBlock, Policy } from './policy.ts'
import privacyEn from './privacy.en.json' with { type: 'json' }
import privacyNl from './privacy.nl.json' with { type: 'json' }
import termsEn from './terms.en.json' with { type: 'json' }
import termsNl from './terms.nl.json' with { type: 'json' }

const policies: [name: string, english: Policy, dutch: Policy][] = [
  ['terms', termsEn, termsNl],
  ['privacy', privacyEn, privacyNl],
  ['cookies', cookiesEn, cookiesNl],
]
const textsOf = (part: PolicyBlock): readonly string[] =>
  typeof part === 'string' ? [part] : 'list' in part ? part.list : [...part.table.columns, ...part.table.rows.flat()]
const allTexts = ({ lead, sections }: Policy) => [lead, ...sections.flatMap(({ title, parts }) => [title, ...parts.flatMap(textsOf)])]
const structureOf = (part: PolicyBlock) =>
  typeof part === 'string' ? 'text' : 'list' in part ? part.list.length : part.table.rows.map(([name]) => name)

describe.for(policies)('%s', ([, english, dutch]) => {
  test('has the same sections in both languages', () => {
    const outline = ({ sections }: Policy) => sections.map(({ id, parts }) => [id, parts.map(structureOf)])
    expect(outline(dutch)).toEqual(outline(english))
    const englishTexts = new Set(allTexts(english).filter((text) => text.includes(' ')))
    expect(allTexts(dutch).filter((text) => englishTexts.has(text) && !/^[\w-]+(, [\w-]+)*$/.test(text))).toEqual([])
  })

  test('links only to existing targets, with unique section ids', () => {
    for (const { sections, ...policy } of [english, dutch]) {
      const names = allTexts({ ...policy, sections }).flatMap((text) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name))
      expect(['terms', 'privacy', 'cookies', 'settings', 'brand', 'contact']).toEqual(expect.arrayContaining(names))
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    }
  })
})

test('announced terms list their changes in both languages', () => {
  const isWritten = ({ amendment }: Policy) => (amendment?.length ?? 0) > 0
  expect([isWritten(termsEn), isWritten(termsNl)]).toEqual(Array(2).fill(versions.announced !== undefined))
})

/** Data stored for the lifetime of a tab. */
const sessionKeys = ['purchase', 'queue', 'reloaded_for']

test.each([
  ['en', cookiesEn],
  ['nl', cookiesNl],
])('the cookie policy lists exactly the data stored in a browser: %s', (_, policy) => {
  const namedIn = (section: string) =>
    policy.sections
      .filter(({ id }) => id === section)
      .flatMap(({ parts }) => parts.flatMap((part) => (typeof part === 'object' && 'table' in part ? part.table.rows : [])))
      .flatMap(([names = '']) => names.split(', '))
      .toSorted()
  expect(namedIn('cookies')).toEqual(Object.values(cookieNames).toSorted())
  expect(namedIn('storage')).toEqual([...sessionKeys, ...storedKeys].toSorted())
})
