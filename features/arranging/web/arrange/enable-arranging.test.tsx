import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { menus, useContextMenu } from '#ui/menus.ts'
import { enableArranging } from './enable-arranging.ts'

const longPressMs = 700
const menu = {
  label: 'Night Trains',
  rows: () => [{ id: 'share', section: 'share', name: 'Share', icon: '', perform: () => {} }],
}

const Card = () => (
  <button type="button" {...useContextMenu(menu, longPressMs)}>
    Night Trains
  </button>
)

test.each([
  ['edit', null],
  ['normal', 'Night Trains'],
])('while the engine loads, a long press in %s mode opens the menu %s', async (mode, label) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  await act(async () => root.render(<Card />))
  const stopFollowing = enableArranging(element, {
    id: 'wall',
    loadSource: () => new Promise(() => {}),
    isKeyTarget: () => false,
    isInside: () => true,
    tap: () => false,
  })
  onTestFinished(async () => {
    stopFollowing()
    editModeId.set(undefined)
    menus.set(null)
    await act(async () => root.unmount())
    element.remove()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  editModeId.set(mode === 'edit' ? 'wall' : undefined)
  const press = new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch', isPrimary: true, button: 0 })
  await act(async () => void element.querySelector('button')!.dispatchEvent(press))
  await act(async () => vi.advanceTimersByTime(longPressMs))
  expect(menus.get()?.label ?? null).toBe(label)
})
