import { expect, test } from 'vitest'
import { extendedTo, refreshed, type Selection, selectedWith, selection, toggled, withAll } from './selection.ts'
import type { Subject } from './subjects.ts'

const one = (id: string): Subject => ({ type: 'view', id, name: id })
const other = (id: string): Subject => ({ type: 'app', id, name: id })
const all = ['a', 'b', 'c', 'd', 'e'].map(one)
const idsOf = (now: Selection | undefined) => now?.subjects.map(({ id }) => id).join('')
const select = (...ids: string[]) => ids.reduce<Selection | undefined>((now, id) => toggled(now, one(id)), undefined)

test('toggles single subjects; an empty selection ends the mode', () => {
  expect(idsOf(select('b', 'a', 'b', 'c'))).toBe('ac')
  expect(select('a', 'a')).toBeUndefined()
})

test('a subject of another type starts a new selection', () => {
  expect(idsOf(toggled(select('a', 'b'), other('x')))).toBe('x')
  expect(idsOf(withAll(select('a', 'b'), [other('x'), other('y')]))).toBe('xy')
})

test('a range extends from the anchor in both directions and keeps other selected subjects', () => {
  expect(idsOf(extendedTo(select('e', 'b'), all, one('d')))).toBe('ebcd')
  expect(idsOf(extendedTo(select('d'), all, one('b')))).toBe('bcd')
  const shrunk = extendedTo(extendedTo(select('a'), all, one('e')), all, one('b'))
  expect(shrunk?.anchor).toBe('a')
})

test('a range without an anchor selects one subject', () => {
  expect(idsOf(extendedTo(undefined, all, one('c')))).toBe('c')
  expect(idsOf(extendedTo(select('gone'), all, one('c')))).toBe('gonec')
})

test('adds all of a row once', () => {
  expect(idsOf(withAll(select('e', 'a'), all.slice(0, 3)))).toBe('eabc')
  expect(withAll(undefined, [])).toBeUndefined()
})

test('drops removed subjects; without changes returns the same selection', () => {
  const now = select('a', 'b')
  expect(refreshed(now, (subject) => subject)).toBe(now)
  expect(idsOf(refreshed(now, (subject) => (subject.id === 'a' ? undefined : subject)))).toBe('b')
  expect(refreshed(now, () => undefined)).toBeUndefined()
})

test('an action on one of several selected subjects applies to all', () => {
  selection.set(select('a', 'b'))
  expect(selectedWith(one('b'))).toHaveLength(2)
  expect(selectedWith(one('c'))).toBeUndefined()
  selection.set(select('a'))
  expect(selectedWith(one('a'))).toBeUndefined()
  selection.set(undefined)
})
