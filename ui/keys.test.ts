import { expect, test } from 'vitest'
import { formatKeys } from './key-names.ts'
import { isSingleKey, matchesKeys } from './keys.ts'

const press = (key: string, overrides: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...overrides,
})

test('a letter excludes Shift; a sign matches however it is typed', () => {
  expect(matchesKeys('e', press('e'))).toBe(true)
  expect(matchesKeys('e', press('E', { shiftKey: true }))).toBe(false)
  expect(matchesKeys('?', press('?', { shiftKey: true }))).toBe(true)
  expect(matchesKeys('?', press('?'))).toBe(true)
  expect(matchesKeys('?', press('?', { ctrlKey: true }))).toBe(false)
  expect(matchesKeys('Mod+Shift+z', press('Z', { ctrlKey: true, shiftKey: true }))).toBe(true)
  expect(matchesKeys('Mod+z', press('Z', { ctrlKey: true, shiftKey: true }))).toBe(false)
})

test('single keys are letters, digits and signs without Ctrl, Alt or ⌘, but not Space or arrows', () => {
  expect(['e', '?', '7', 'é'].map((key) => isSingleKey(press(key)))).toEqual([true, true, true, true])
  expect([press(' '), press('ArrowLeft'), press('Delete'), press('e', { ctrlKey: true })].map(isSingleKey)).toEqual([
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
