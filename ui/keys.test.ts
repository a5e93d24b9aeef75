import { expect, test } from 'vitest'
import { formatKeys } from './key-names.ts'
import { isSingleKey, matchesKeys } from './keys.ts'

const pressKey = (key: string, overrides: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...overrides,
})

test("a letter doesn't match with Shift; a sign matches with and without Shift", () => {
  expect(matchesKeys('e', pressKey('e'))).toBe(true)
  expect(matchesKeys('e', pressKey('E', { shiftKey: true }))).toBe(false)
  expect(matchesKeys('?', pressKey('?', { shiftKey: true }))).toBe(true)
  expect(matchesKeys('?', pressKey('?'))).toBe(true)
  expect(matchesKeys('?', pressKey('?', { ctrlKey: true }))).toBe(false)
  expect(matchesKeys('Mod+Shift+z', pressKey('Z', { ctrlKey: true, shiftKey: true }))).toBe(true)
  expect(matchesKeys('Mod+z', pressKey('Z', { ctrlKey: true, shiftKey: true }))).toBe(false)
})

test('single keys are letters, digits and signs without Ctrl, Alt or ⌘, but not Space or arrows', () => {
  expect(['e', '?', '7', 'é'].map((key) => isSingleKey(pressKey(key)))).toEqual([true, true, true, true])
  expect([pressKey(' '), pressKey('ArrowLeft'), pressKey('Delete'), pressKey('e', { ctrlKey: true })].map(isSingleKey)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('keys are distinguished by their modifiers and shown as on the keyboard', () => {
  const pressed = (name: string, overrides: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key: name, ...overrides })
  expect(matchesKeys('a', pressed('a'))).toBe(true)
  expect(matchesKeys('a', pressed('A', { shiftKey: true }))).toBe(false)
  expect(matchesKeys('Mod+Shift+z', pressed('Z', { ctrlKey: true, shiftKey: true }))).toBe(true)
  expect(matchesKeys('Mod+z', pressed('z', { ctrlKey: true, altKey: true }))).toBe(false)
  expect(matchesKeys('Mod+z', pressed('z'))).toBe(false)
  expect([formatKeys('Mod+z'), formatKeys('Shift+ArrowLeft'), formatKeys('e')]).toEqual(['Ctrl+Z', 'Shift+←', 'E'])
})
