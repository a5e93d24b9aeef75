import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import type { ActionTools } from '#shell/actions.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import type { Shortcut } from '../contract.ts'
import { shortcutsActions } from './actions.ts'
import { moveShortcut, withShortcut } from './changes.ts'
import { knownShortcuts } from './known.ts'

const shortcut = (name: string, position: number, is_left = false): Shortcut => ({
  id: `id of ${name}`,
  tier_id: name,
  name,
  icon: null,
  url: `/en/tiers?tier=${name}`,
  is_left,
  position,
})
const list = [shortcut('L', 0, true), shortcut('A', 0), shortcut('B', 1), shortcut('C', 2)]
const describeShortcuts = (shortcuts: readonly Shortcut[]) =>
  shortcuts.map(({ name, is_left: isLeft, position }) => `${isLeft ? '<' : ''}${name}${position}`)
const [, a, b] = list

let called: unknown[]
let refused: ApiError | undefined
const tools = {
  change: (endpoint: { method: string }, input: { body?: object; params?: object }) => {
    called.push([endpoint.method, input.body ?? input.params])
    return refused ? Promise.reject(refused) : Promise.resolve({})
  },
} as unknown as ActionTools
const tier = tierSubject({ id: 'B', name: 'B', price: '4.99' })
const reader = { signedIn: true, inTeam: false }
const tierAction = (id: string) => shortcutsActions.tier!.find((item) => item.id === id)!
const visibleActions = () => shortcutsActions.tier!.filter((item) => item.visible!(tier, reader)).map(({ id }) => id)

beforeEach(() => {
  called = []
  refused = undefined
  knownShortcuts.set([])
})

test('a shortcut is added, moves within its side, and to the other', () => {
  expect(describeShortcuts(withShortcut(list, shortcut('D', 1)))).toEqual(['<L0', 'A0', 'D1', 'B2', 'C3'])
  expect(describeShortcuts(withShortcut(list, { ...b!, position: 0 }))).toEqual(['<L0', 'B0', 'A1', 'C2'])
  expect(describeShortcuts(withShortcut(list, { ...a!, is_left: true, position: 0 }))).toEqual(['<A0', '<L1', 'B0', 'C1'])
})

test('a package is added or removed, and undo restores its place', async () => {
  expect(visibleActions()).toEqual(['tier.addShortcut'])
  const added = await tierAction('tier.addShortcut').run(tier, tools)
  knownShortcuts.set(list)
  expect(visibleActions()).toEqual(['tier.removeShortcut'])
  await added!.undo()
  const removed = await tierAction('tier.removeShortcut').run(tier, tools)
  expect(removed!.label).toBe('“B” was removed from your bar')
  await removed!.undo()
  expect(called).toEqual([
    ['POST', { tier_id: 'B' }],
    ['DELETE', { id: 'id of B' }],
    ['DELETE', { id: 'id of B' }],
    ['POST', { tier_id: 'B', is_left: false, position: 1 }],
  ])
})

test('undoing a removal shows the shortcut before the server responds', async () => {
  knownShortcuts.set(list)
  let edits: readonly unknown[] = []
  const change = (_: unknown, input: object, { optimistic }: { optimistic: (input: object) => readonly unknown[] }) => {
    edits = optimistic(input)
    return Promise.resolve({})
  }
  const step = await tierAction('tier.removeShortcut').run(tier, { ...tools, change } as unknown as ActionTools)
  await step!.undo()
  const [edit] = edits as readonly { change: (now: readonly Shortcut[]) => Shortcut[] }[]
  expect(describeShortcuts(edit!.change(list.filter(({ name }) => name !== 'B')))).toEqual(['<L0', 'A0', 'B1', 'C2'])
})

const moveLeft = () => moveShortcut({ id: 'B', name: 'B' }, { isLeft: false, index: 1 }, { isLeft: true, index: 0 }, tools)

test('a move of a shortcut that was removed doesn’t bring it back', async () => {
  const gone = { message: '“B” isn’t in your bar any more' }
  knownShortcuts.set(list.filter(({ name }) => name !== 'B'))
  await expect(moveLeft().pending).rejects.toMatchObject(gone)
  expect(called).toEqual([])
  knownShortcuts.set(list)
  refused = new ApiError(404, { message: 'Not found', code: 'not_found', errors: {} })
  await expect(moveLeft().pending).rejects.toMatchObject(gone)
})

test('a move is undone and repeated', async () => {
  knownShortcuts.set(list)
  const step = moveLeft()
  expect(step.label).toBe('“B” is pinned')
  await step.undo()
  await step.redo()
  const place = (is_left: boolean, position: number) => ['PUT', { is_left, position }]
  expect(called).toEqual([place(true, 0), place(false, 1), place(true, 0)])
})

test('a package in the bar moves left, right and to the other side, where it can', async () => {
  const moves: unknown[] = []
  const subject = (index: number, isLeft: boolean, count: number) => ({
    type: 'shortcut' as const,
    id: 'B',
    name: 'B',
    picture: null,
    href: '/',
    isLeft,
    index,
    count,
    move: (to: object) => {
      moves.push(to)
      return Promise.resolve({ label: '', undo: () => {}, redo: () => {} })
    },
  })
  const actions = shortcutsActions.shortcut!
  const movesOf = (...place: Parameters<typeof subject>) =>
    actions.filter((action) => action.visible?.(subject(...place), reader)).map(({ id }) => id.replace('shortcut.', ''))
  expect(movesOf(0, false, 1)).toEqual(['toLeft'])
  expect(movesOf(1, false, 3)).toEqual(['moveEarlier', 'moveLater', 'toLeft'])
  expect(movesOf(1, true, 2)).toEqual(['moveEarlier', 'toOther'])
  knownShortcuts.set(list)
  for (const id of ['moveEarlier', 'moveLater', 'toLeft'])
    await actions.find((action) => action.id === `shortcut.${id}`)!.run(subject(1, false, 3), tools)
  expect(moves).toEqual([
    { isLeft: false, index: 0 },
    { isLeft: false, index: 2 },
    { isLeft: true, index: 1 },
  ])
})
