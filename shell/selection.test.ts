import { expect, test } from 'vitest'
import { extendSelection, refreshSelection, type Selection, selectionWith, selection, toggleSubject, addToSelection } from './selection.ts'
import type { Subject } from './subjects.ts'

const subjectOf = (id: string): Subject => ({ type: 'view', id, name: id })
const otherSubject = (id: string): Subject => ({ type: 'app', id, name: id })
const subjects = ['a', 'b', 'c', 'd', 'e'].map(subjectOf)
const idsOf = (now: Selection | undefined) => now?.subjects.map(({ id }) => id).join('')
const select = (...ids: string[]) => ids.reduce<Selection | undefined>((now, id) => toggleSubject(now, subjectOf(id)), undefined)

test('toggles single subjects; an empty selection ends the mode', () => {
  expect(idsOf(select('b', 'a', 'b', 'c'))).toBe('ac')
  expect(select('a', 'a')).toBeUndefined()
})

test('a subject of another type starts a new selection', () => {
  expect(idsOf(toggleSubject(select('a', 'b'), otherSubject('x')))).toBe('x')
  expect(idsOf(addToSelection(select('a', 'b'), [otherSubject('x'), otherSubject('y')]))).toBe('xy')
})

test('a range extends from the anchor in both directions and keeps other selected subjects', () => {
  expect(idsOf(extendSelection(select('e', 'b'), subjects, subjectOf('d')))).toBe('ebcd')
  expect(idsOf(extendSelection(select('d'), subjects, subjectOf('b')))).toBe('bcd')
  const shrunk = extendSelection(extendSelection(select('a'), subjects, subjectOf('e')), subjects, subjectOf('b'))
  expect(shrunk?.anchor).toBe('a')
})

test('a range without an anchor selects one subject', () => {
  expect(idsOf(extendSelection(undefined, subjects, subjectOf('c')))).toBe('c')
  expect(idsOf(extendSelection(select('gone'), subjects, subjectOf('c')))).toBe('gonec')
})

test('adds all of a row once', () => {
  expect(idsOf(addToSelection(select('e', 'a'), subjects.slice(0, 3)))).toBe('eabc')
  expect(addToSelection(undefined, [])).toBeUndefined()
})

test('drops removed subjects; without changes returns the same selection', () => {
  const now = select('a', 'b')
  expect(refreshSelection(now, (subject) => subject)).toBe(now)
  expect(idsOf(refreshSelection(now, (subject) => (subject.id === 'a' ? undefined : subject)))).toBe('b')
  expect(refreshSelection(now, () => undefined)).toBeUndefined()
})

test('an action on one of several selected subjects applies to all', () => {
  selection.set(select('a', 'b'))
  expect(selectionWith(subjectOf('b'))).toHaveLength(2)
  expect(selectionWith(subjectOf('c'))).toBeUndefined()
  selection.set(select('a'))
  expect(selectionWith(subjectOf('a'))).toBeUndefined()
  selection.set(undefined)
})
