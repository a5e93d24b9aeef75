import { expect, test, vi } from 'vitest'
import { keepFocus } from './focus.ts'

const screen = (name: string) =>
  `<nav><a href="/${name}/1">One</a><a href="/${name}/2">Two</a></nav><main id="content" tabindex="-1"></main>`

test('when a pressed link has led to a page that has the same link, the content of that page gets the focus', async () => {
  document.body.innerHTML = `<a href="#content">Skip</a><div>${screen('old')}</div>`
  const pressed = document.querySelector<HTMLElement>('nav a')!
  pressed.focus()
  // The code was loaded after the address had changed, and before the new page was rendered.
  keepFocus(pressed, 'http://localhost/before')
  document.querySelector('div')!.innerHTML = screen('old')
  await vi.waitFor(() => expect(document.activeElement).toBe(document.getElementById('content')))
})

test('when the whole screen of the focused element is replaced, its content gets the focus', async () => {
  document.body.innerHTML = `<a href="#content">Skip</a><div>${screen('old')}</div>`
  document.querySelector<HTMLElement>('nav a')!.focus()
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

test('a link that moves to another list keeps the focus', async () => {
  const list = (...ids: number[]) => `<ul>${ids.map((id) => `<li><a href="/video/${id}">Video ${id}</a></li>`).join('')}</ul>`
  document.body.innerHTML = `<main id="content" tabindex="-1"><div>${list(1, 2)}${list(3)}</div></main>`
  const rows = document.querySelector('div')!
  const link = (id: number) => document.querySelector<HTMLElement>(`[href="/video/${id}"]`)!
  link(2).focus()
  rows.innerHTML = list(1) + list(2, 3)
  await vi.waitFor(() => expect(document.activeElement).toBe(link(2)))
})

test('a removed link that returns gets the focus back, unless the focus has moved on', async () => {
  const item = (id: number) => `<li><a href="/video/${id}">Video ${id}</a></li>`
  document.body.innerHTML = `<main id="content" tabindex="-1"><ul>${[1, 2, 3].map(item).join('')}</ul></main>`
  const list = document.querySelector('ul')!
  const link = (id: number) => document.querySelector<HTMLElement>(`[href="/video/${id}"]`)!
  const removeFocused = async () => {
    link(2).closest('li')!.remove()
    await vi.waitFor(() => expect(document.activeElement).toBe(link(3)))
  }
  link(2).focus()
  await removeFocused()
  list.insertAdjacentHTML('afterbegin', item(2))
  await vi.waitFor(() => expect(document.activeElement).toBe(link(2)))
  list.append(link(2).closest('li')!)
  list.append(link(3).closest('li')!)
  link(2).focus()
  await removeFocused()
  link(1).focus()
  list.insertAdjacentHTML('afterbegin', item(2))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(document.activeElement).toBe(link(1))
  // Nor if the focus comes back to the neighbour.
  link(2).focus()
  link(2).closest('li')!.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(link(1)))
  link(3).focus()
  link(1).focus()
  list.insertAdjacentHTML('afterbegin', item(2))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(document.activeElement).toBe(link(1))
})
