import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listState, findStateIn } from './process-state.ts'

const documented = [...readFileSync('docs/scaling.md', 'utf8').matchAll(/^\| `(\w+)` \| `([\w./-]+\.ts)` \|/gm)].map(
  ([, name, file]) => `${file} ${name}`,
)

test('docs/scaling.md lists exactly the data that processes keep in memory', () => {
  const result = listState()
  expect(result.length).toBeGreaterThan(30)
  const missing = result.filter((state) => !documented.includes(state))
  expect(missing, 'share it between instances, or bound it and add it to docs/scaling.md').toEqual([])
  expect(documented.filter((state) => !result.includes(state))).toEqual([])
  expect(documented.filter((state, index) => documented.indexOf(state) !== index)).toEqual([])
  for (const state of documented) expect(existsSync(state.split(' ')[0]!)).toBe(true)
})

test.each([
  ['const known = new Map<string, number>()', ['known']],
  ['export const known: Map<string, number> = new Map()', ['known']],
  ['const seen = new WeakSet()', ['seen']],
  ['const list: string[] = []', ['list']],
  ['const table: Record<string, number> = {}', ['table']],
  ['let count = 0', ['count']],
  ['let thread: Worker | undefined', ['thread']],
  ['export function createFinder() {\n  const known = new Map<string, Map<string, number>>()\n}', ['known']],
  ['export const createFinder = (db: Db) => {\n  const open: string[] = []\n}', ['open']],
  ['class Store {\n  readonly #kept = new LRUCache<string, number>({ max: 3 })\n}', ['#kept']],
  ['function find() {\n  const kept = new LRUCache({ max: 3 })\n}', ['kept']],
])('the declaration %s is state', (text, names) => {
  expect(findStateIn(text)).toEqual(names)
})

test.each([
  "const names = new Set(['a', 'b'])",
  "const table = { a: 1 }\nconst list = ['a']",
  'export function listNames(rows: Row[]) {\n  const names = new Map<string, number>()\n  let count = 0\n}',
  'export function createFinder() {\n  return () => {\n    const found = new Map()\n  }\n}',
  "const text = 'let count = 0'",
])('the declaration %s is not state', (text) => {
  expect(findStateIn(text)).toEqual([])
})
