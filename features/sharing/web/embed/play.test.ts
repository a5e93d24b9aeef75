import { expect, test } from 'vitest'
import { startPlayback } from './play.ts'

const captions = [
  { language: 'en', label: 'English', src: '/media/captions/aaaaaaaaaaa/en.vtt' },
  { language: 'nl', label: 'Dutch', src: '/media/captions/aaaaaaaaaaa/nl.vtt' },
]

test('the player of a video offers its captions', () => {
  const stage = document.createElement('div')
  const plan = { type: 'media', kind: 'file', src: '/film.mp4', source: null, start: 0, mixed: false } as const
  const end = startPlayback(stage, plan, {
    title: 'Film',
    endSeconds: null,
    captions,
    onPlaying: () => {},
    onEnded: () => {},
    onFailure: () => {},
  })
  const tracks = [...stage.querySelectorAll('video > track')]
  expect(tracks.map((track) => ['kind', 'srclang', 'label', 'src'].map((name) => track.getAttribute(name)))).toEqual([
    ['captions', 'en', 'English', captions[0]!.src],
    ['captions', 'nl', 'Dutch', captions[1]!.src],
  ])
  end()
  expect(stage.childElementCount).toBe(0)
})
