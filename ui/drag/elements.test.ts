import { expect, test } from 'vitest'
import { createElements, mergeRefs } from './elements.ts'

function page() {
  document.body.innerHTML = '<main><ul><li id="a"><i></i></li><li id="b"></li></ul></main><p id="c"></p>'
  const byId = (id: string) => document.getElementById(id)!
  return { a: byId('a'), b: byId('b'), c: byId('c'), main: document.querySelector('main')!, inner: document.querySelector('i')! }
}

test('finds the nearest registered element, and its value', () => {
  const { a, main, inner } = page()
  const things = createElements<string>()
  things.register(main, 'main')
  things.register(a, 'a')
  expect(things.closest(inner)).toEqual({ element: a, value: 'a' })
  expect(things.closest(a.parentElement)?.value).toBe('main')
  expect(things.get(inner)).toBeUndefined()
  expect(things.closest(null)).toBeUndefined()
})

test('lists elements in document order, not in the order of registration', () => {
  const { a, b, c, main } = page()
  const things = createElements<string>()
  for (const [element, value] of [
    [c, 'c'],
    [b, 'b'],
    [a, 'a'],
    [main, 'main'],
  ] as const)
    things.register(element, value)
  expect(things.in().map(({ value }) => value)).toEqual(['main', 'a', 'b', 'c'])
  expect(things.in(main).map(({ value }) => value)).toEqual(['a', 'b'])
  main.remove()
  expect(things.in().map(({ value }) => value)).toEqual(['c'])
})

test('an element stays registered while a render replaces its ref, and not after its removal', async () => {
  const { a } = page()
  const things = createElements<string>()
  const first = things.ref('first')(a)
  first?.()
  expect(things.get(a)?.value).toBe('first')
  const second = things.ref('second')(a)
  await Promise.resolve()
  expect(things.get(a)?.value).toBe('second')
  second?.()
  await Promise.resolve()
  expect(things.get(a)).toBeUndefined()
})

test('a clone of an element is not registered', () => {
  const { a, main } = page()
  const things = createElements<string>()
  things.register(a, 'a')
  main.append(a.cloneNode(true))
  expect(things.in(main)).toHaveLength(1)
})

test('merged refs share an element', async () => {
  const { a } = page()
  const [one, other] = [createElements<string>(), createElements<string>()]
  const current = { current: null as HTMLElement | null }
  const end = mergeRefs(one.ref('one'), undefined, current, other.ref('other'))(a)
  expect([one.get(a)?.value, current.current, other.get(a)?.value]).toEqual(['one', a, 'other'])
  end?.()
  await Promise.resolve()
  expect([one.get(a), other.get(a)]).toEqual([undefined, undefined])
})
