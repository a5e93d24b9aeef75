import { afterAll, expect, test, vi } from 'vitest'
import { moveElements } from './move.ts'

const list = document.body.appendChild(document.createElement('ul'))
const findRows = () => new Map([...list.children].map((row) => [row.textContent, row as HTMLElement]))
const show = (...names: string[]) =>
  list.replaceChildren(...names.map((name) => Object.assign(document.createElement('li'), { textContent: name })))
const animate = vi.fn<(keyframes: object, options: object) => void>()

HTMLElement.prototype.animate = animate as never
// Each row is 40 px high.
vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
  return new DOMRect(0, 40 * [...list.children].indexOf(this), 300, 40)
})
afterAll(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  vi.restoreAllMocks()
})

test('rows move to their new places and new ones fade in, also when the change reaches the page later', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  show('One', 'Two', 'Three')
  moveElements(list, findRows, () => setTimeout(() => show('One', 'Three', 'Four'), 20))
  await vi.waitFor(() => expect(animate).toHaveBeenCalled())
  expect(animate.mock.calls.map(([keyframes]) => keyframes)).toEqual([{ translate: ['0px 40px', '0px 0px'] }, { opacity: [0, 1] }])
  // Later changes of the list don't move.
  show('Four')
  await Promise.resolve()
  expect(animate).toHaveBeenCalledTimes(2)
})

test('with reduced motion the change is immediate', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  animate.mockClear()
  show('One', 'Two')
  moveElements(list, findRows, () => show('Two'))
  await Promise.resolve()
  expect(list.textContent).toBe('Two')
  expect(animate).not.toHaveBeenCalled()
})
