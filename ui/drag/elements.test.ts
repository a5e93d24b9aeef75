import { expect, test } from 'vitest'
import { createElements, mergeRefs } from './elements.ts'

function page() {
  document.body.innerHTML = '<main><ul><li id="a"><i></i></li><li id="b"></li></ul></main><p id="c"></p>'
  const byId = (id: string) => document.getElementById(id)!
  return { a: byId('a'), b: byId('b'), c: byId('c'), main: document.querySelector('main')!, inner: document.querySelector('i')! }
}

test('finds the nearest registered element, and its value', () => {
  const { a, main, inner } = page()
  const elements = createElements<string>()
  elements.register(main, 'main')
  elements.register(a, 'a')
  expect(elements.closest(inner)).toEqual({ element: a, value: 'a' })
  expect(elements.closest(a.parentElement)?.value).toBe('main')
  expect(elements.get(inner)).toBeUndefined()
  expect(elements.closest(null)).toBeUndefined()
})

test('lists elements in document order, not in the order of registration', () => {
  const { a, b, c, main } = page()
  const elements = createElements<string>()
  for (const [element, value] of [
    [c, 'c'],
    [b, 'b'],
    [a, 'a'],
    [main, 'main'],
  ] as const)
    elements.register(element, value)
  expect(elements.in().map(({ value }) => value)).toEqual(['main', 'a', 'b', 'c'])
  expect(elements.in(main).map(({ value }) => value)).toEqual(['a', 'b'])
  main.remove()
  expect(elements.in().map(({ value }) => value)).toEqual(['c'])
})

test('an element stays registered while a render replaces its ref, and not after its removal', async () => {
  const { a } = page()
  const elements = createElements<string>()
  const first = elements.ref('first')(a)
  first?.()
  expect(elements.get(a)?.value).toBe('first')
  const second = elements.ref('second')(a)
  await Promise.resolve()
  expect(elements.get(a)?.value).toBe('second')
  second?.()
  await Promise.resolve()
  expect(elements.get(a)).toBeUndefined()
})

test('a clone of an element is not registered', () => {
  const { a, main } = page()
  const elements = createElements<string>()
  elements.register(a, 'a')
  main.append(a.cloneNode(true))
  expect(elements.in(main)).toHaveLength(1)
})

test('merged refs share an element', async () => {
  const { a } = page()
  const [first, other] = [createElements<string>(), createElements<string>()]
  const current = { current: null as HTMLElement | null }
  const end = mergeRefs(first.ref('one'), undefined, current, other.ref('other'))(a)
  expect([first.get(a)?.value, current.current, other.get(a)?.value]).toEqual(['one', a, 'other'])
  end?.()
  await Promise.resolve()
  expect([first.get(a), other.get(a)]).toEqual([undefined, undefined])
})
