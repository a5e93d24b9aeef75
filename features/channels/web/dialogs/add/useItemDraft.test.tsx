import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { useItemDraft } from './useItemDraft.ts'

type Page = NonNullable<Parameters<typeof useItemDraft>[0]>
const page: Page = { title: 'Over the Semmering', description: 'Cab view', image: '/media/pictures/a/960.webp' }

const probe: { shown?: ReturnType<typeof useItemDraft> } = {}
let root: ReturnType<typeof createRoot>
function Probe({ from }: { from: Page | undefined }) {
  const draft = useItemDraft(from)
  return <output ref={() => void (probe.shown = draft)} />
}
const show = (from: Page | undefined) => act(() => root.render(<Probe from={from} />))
const applyPart = (part: Parameters<ReturnType<typeof useItemDraft>['give']>[0]) => act(() => probe.shown?.give(part))

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.createElement('div'))
})

test('the page fills in empty fields', () => {
  show(undefined)
  expect(probe.shown?.draft).toEqual({ title: '', description: '', image: '' })
  show(page)
  expect(probe.shown?.draft).toEqual(page)
})

test('text typed before the page arrived is kept', () => {
  show(undefined)
  applyPart({ title: 'Snow' })
  show(page)
  expect(probe.shown?.draft).toEqual({ ...page, title: 'Snow' })
})

test('a field emptied by the user stays empty', () => {
  show(page)
  applyPart({ description: '' })
  show({ ...page, description: 'Another page' })
  expect(probe.shown?.draft.description).toBe('')
})

test('after a chosen picture is removed, the page’s picture returns', () => {
  show(page)
  const file = new File(['x'], 'x.png', { type: 'image/png' })
  applyPart({ image: file })
  expect(probe.shown?.draft.image).toBe(file)
  applyPart({ image: undefined })
  expect(probe.shown?.draft.image).toBe(page.image)
})
