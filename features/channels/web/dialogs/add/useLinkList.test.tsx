import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLinkList } from './useLinkList.ts'
import type { LinkMetaState } from './useLinkMetas.ts'

const refusedMetas: Record<string, LinkMetaState> = { 'http://10.0.0.1/film': { coming: false, error: 'Link is not valid' } }
const requestMetas = vi.fn<(links: readonly string[]) => Promise<void>>(() => Promise.resolve())
let list: ReturnType<typeof useLinkList>
let root: ReturnType<typeof createRoot>
function Probe({ refusals }: { refusals: Record<string, string> }) {
  const now = useLinkList({ metaOf: (link) => refusedMetas[link], ask: requestMetas }, refusals)
  return <output ref={() => void (list = now)} />
}
const show = (refusals: Record<string, string> = {}) => act(() => root.render(<Probe refusals={refusals} />))

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.createElement('div'))
  requestMetas.mockClear()
  show()
})

test('links with errors are listed by number, and only well-formed ones are fetched', () => {
  act(() => list.take({ links: ['https://a.example/1', 'ftp://b.example/2', 'http://10.0.0.1/film', 'https://a.example/1'], others: [] }))
  expect(list.links).toEqual(['https://a.example/1', 'ftp://b.example/2', 'http://10.0.0.1/film'])
  expect(list.wrong).toEqual([2, 3])
  expect(requestMetas).toHaveBeenCalledWith(['https://a.example/1', 'http://10.0.0.1/film'])
  act(() => list.remove('ftp://b.example/2'))
  expect(list.wrong).toEqual([2])
})

test('lines without links and duplicates are listed', () => {
  act(() => list.take({ links: ['https://a.example/1', 'https://b.example/2', 'https://a.example/1'], others: ['a film'] }))
  expect([list.twice, list.others]).toEqual([['https://a.example/1'], ['a film']])
  act(() => list.take({ links: ['https://b.example/2'], others: [] }))
  expect([list.twice, list.others, list.links.length]).toEqual([['https://b.example/2'], [], 2])
})

test('an error refers to the sent line, even after earlier lines were removed', () => {
  act(() => list.take({ links: ['https://a.example/1', 'https://b.example/2', 'https://c.example/3'], others: [] }))
  act(() => list.send(list.links))
  show({ 'videos.1.src': 'Link is not valid' })
  expect(list.wrong).toEqual([2])
  act(() => list.remove('https://a.example/1'))
  expect(list.wrong).toEqual([1])
  expect(list.wrongOf('https://b.example/2')).toBe('Link is not valid')
  expect(list.wrongOf('https://c.example/3')).toBeUndefined()
})

test('links above the limit are counted, and only as many as one call adds are fetched', () => {
  act(() => list.take({ links: Array.from({ length: 203 }, (_, index) => `https://a.example/${index}`), others: [] }))
  expect([list.links.length, list.leftOut]).toEqual([200, 3])
  expect(requestMetas.mock.lastCall?.[0]).toHaveLength(50)
})
