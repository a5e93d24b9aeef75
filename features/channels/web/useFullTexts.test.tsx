import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import type { Video } from '../contract.ts'
import { sampleChannel } from './samples.ts'
import { useFullVideo } from './useFullTexts.ts'

const [series] = sampleChannel({ s1: ['a'] }).series
const fullVideo: Video = { ...series!.videos[0]!, description: 'The whole text', more_description: 'All of the rest' }
const truncatedVideo: Video = { ...fullVideo, description: 'The …', more_description: 'All …', is_cut: true }

let root: ReturnType<typeof createRoot>
let requestedPaths: string[]

const FullDescription = ({ video }: { video: Video }) => {
  const { description, more_description, is_cut } = useFullVideo(video).video
  return [description, more_description, String(is_cut)].join(' | ')
}
function show(video: Video) {
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <FullDescription video={video} />
    </QueryClientProvider>,
  )
  return { shows: (text: string) => vi.waitFor(() => expect(document.body.textContent).toBe(text)) }
}

beforeEach(() => {
  requestedPaths = []
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (url: string) => {
    requestedPaths.push(url)
    return Promise.resolve(new Response(JSON.stringify(fullVideo), { headers: { 'content-type': 'application/json' } }))
  })
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

test('truncated texts are loaded in full, with the id of the video’s channel', async () => {
  await show(truncatedVideo).shows('The whole text | All of the rest | false')
  expect(requestedPaths).toEqual(['/api/videos/a?playlist=channel'])
})

test('full texts are not loaded again', async () => {
  await show(fullVideo).shows('The whole text | All of the rest | false')
  expect(requestedPaths).toEqual([])
})
