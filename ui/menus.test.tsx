import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MenuButton } from './MenuButton.tsx'
import { type MenuRow, menus, useContextMenu } from './menus.ts'

const share: MenuRow = { id: 'share', section: 'share', name: 'Share', icon: '', perform: () => {} }

function TestButton({ rows }: { rows: readonly MenuRow[] }) {
  return (
    <button type="button" {...useContextMenu(rows.length > 0 ? { label: 'Night Trains', rows: () => rows } : undefined, 700)}>
      Night Trains
    </button>
  )
}

let root: ReturnType<typeof createRoot>
const findButton = () => document.querySelector('button')!
const show = (rows: readonly MenuRow[]) => act(async () => root.render(<TestButton rows={rows} />))
const pointer = (type: string, init: PointerEventInit = {}) =>
  act(
    async () =>
      void findButton().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: 50, clientY: 60, ...init })),
  )
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  menus.set(null)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a long press opens the menu, and its release does nothing', async () => {
  await show([share])
  const clicked = vi.fn<() => void>()
  document.body.addEventListener('click', clicked)
  await pointer('pointerdown')
  await wait(699)
  expect(menus.get()).toBeNull()
  await wait(1)
  expect(menus.get()).toMatchObject({ label: 'Night Trains', owner: findButton(), point: { x: 50, y: 60 } })
  await pointer('pointerup')
  await act(async () => findButton().click())
  expect(clicked).not.toHaveBeenCalled()
  await act(async () => findButton().click())
  expect(clicked).toHaveBeenCalledOnce()
})

test.each([
  ['that leaves', 'pointerup', {}],
  ['that scrolls', 'pointermove', { clientX: 61 }],
  ['that is taken over by the page', 'pointercancel', {}],
])('a finger %s opens no menu', async (_, type, at) => {
  await show([share])
  await pointer('pointerdown')
  await wait(300)
  await pointer(type, at)
  await wait(1000)
  expect(menus.get()).toBeNull()
})

test('a right click opens the menu at the pointer, and the menu key at the element', async () => {
  await show([share])
  await pointer('contextmenu', { pointerType: 'mouse', clientX: 5, clientY: 6 })
  expect(menus.get()?.point).toEqual({ x: 5, y: 6 })
  await pointer('contextmenu', { pointerType: 'mouse', clientX: 0, clientY: 0 })
  expect(menus.get()).toMatchObject({ owner: findButton(), point: undefined })
})

test('without actions the browser shows its own menu', async () => {
  await show([])
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
  await act(async () => void findButton().dispatchEvent(event))
  expect(event.defaultPrevented).toBe(false)
})

test('the three dots, pressed while rows are missing, open the menu once, when they have loaded', async () => {
  const render = (rows: readonly MenuRow[], isPartial: boolean) =>
    act(async () => root.render(<MenuButton label="Actions" menu={{ label: 'Night Trains', rows: () => rows }} isPartial={isPartial} />))
  await render([share], true)
  await act(async () => findButton().click())
  expect(menus.get()).toBeNull()
  const add: MenuRow = { ...share, id: 'add' }
  await render([add, share], false)
  expect(menus.get()).toMatchObject({ owner: findButton(), rows: [{ id: 'add' }, { id: 'share' }] })
  menus.set(null)
  await render([add, share], false)
  expect(menus.get()).toBeNull()
})
