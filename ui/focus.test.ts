import { expect, test, vi } from 'vitest'
import { keepFocus } from './focus.ts'

const screen = (name: string) =>
  `<nav><a href="/${name}/1">One</a><a href="/${name}/2">Two</a></nav><main id="content" tabindex="-1"></main>`

test('when the whole screen of the focused element is replaced, its content gets the focus', async () => {
  document.body.innerHTML = `<a href="#content">Skip</a><div>${screen('old')}</div>`
  document.querySelector<HTMLElement>('nav a')!.focus()
  keepFocus(null)
  document.querySelector('div')!.innerHTML = screen('new')
  await vi.waitFor(() => expect(document.activeElement).toBe(document.getElementById('content')))
})

test('when one of several items disappears, its neighbour gets the focus', async () => {
  document.body.innerHTML = `<a href="#content">Skip</a><div>${screen('old')}</div>`
  const [first, second] = document.querySelectorAll<HTMLElement>('nav a')
  first!.focus()
  first!.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(second))
})
