import { array, assert, boolean, constantFrom, jsonValue, oneof, option, property, record, string, stringMatching } from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { clearTokens } from '#kit/web/session.ts'
import { storage } from '#kit/web/storage.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { createPasteLinksProps } from '../actions/paste-links.ts'
import { type Clip, createClip, isCut, matchesClip, maxClipItems, parseClip, withClipboardText } from './clip.ts'
import { movableTypes } from '../place/target.ts'
import { currentClip, clipboardHasType, isPastedCutText, saveClip } from './clipboard.ts'

const idOf = (index: number) => `video${String(index).padStart(6, '0')}`
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: idOf(index), name: `Video ${index}` }))
const channelId = 'channel0000'

beforeEach(() => localStorage.clear())

test('a clip is stored and read unchanged', () => {
  const clip = withClipboardText(createClip('cut', 'video', items(3), channelId), 'https://choice.example/a')
  saveClip(clip)
  expect(currentClip()).toEqual(clip)
  expect(currentClip()).toBe(currentClip())
  expect([clipboardHasType('video'), clipboardHasType('serie', 'video'), clipboardHasType('playlist')]).toEqual([true, true, false])
})

test('another tab reads the same clip, and logging out deletes it', () => {
  localStorage.setItem('clipboard', JSON.stringify(createClip('copy', 'playlist', items(1))))
  expect(currentClip()?.items).toEqual(items(1))
  clearTokens()
  expect([currentClip(), localStorage.getItem('clipboard')]).toEqual([undefined, null])
})

test('a clip is truncated to the limits', () => {
  expect(createClip('copy', 'video', items(maxClipItems + 1), channelId).items).toHaveLength(maxClipItems)
  const [long] = createClip('copy', 'group', [{ id: idOf(1), name: 'x'.repeat(1000) }]).items
  expect(long?.name).toHaveLength(255)
})

test('a cut can be pasted once, a copy any number of times', () => {
  const links = 'https://choice.example/a'
  const pastedOnce = (mode: Clip['mode']) => ({ ...withClipboardText(createClip(mode, 'video', items(1), channelId), links), pasted: true })
  saveClip(pastedOnce('cut'))
  expect([currentClip(), clipboardHasType('video')]).toEqual([undefined, false])
  // The system clipboard still has the links of the pasted cut. A later copy is not affected.
  expect([links, 'https://vimeo.com/1', ''].map(isPastedCutText)).toEqual([true, false, false])
  const { matchesClipboard, pasteRefusal } = createPasteLinksProps<'serie'>(() => true)
  const serie = {} as SubjectOf<'serie'>
  expect([matchesClipboard(links), matchesClipboard('https://vimeo.com/1')]).toEqual([false, true])
  expect(pasteRefusal(serie, links)).toMatch(/^You have already pasted this/)
  saveClip(pastedOnce('copy'))
  expect([currentClip(), isPastedCutText(links)]).toEqual([pastedOnce('copy'), false])
})

test('only cut things are marked as cut', () => {
  const cut = createClip('cut', 'serie', items(2), channelId)
  expect([isCut(cut, 'serie', idOf(1)), isCut(cut, 'video', idOf(1)), isCut(cut, 'serie', idOf(2))]).toEqual([true, false, false])
  expect(isCut(createClip('copy', 'serie', items(2), channelId), 'serie', idOf(1))).toBe(false)
})

test.each([
  ['the links that went along', 'https://choice.example/a', 'https://choice.example/a', true],
  ['links that were copied later', 'https://choice.example/a', 'https://vimeo.com/1', false],
  ['words that were copied later', 'https://choice.example/a', 'a poem', false],
  ['a picture', 'https://choice.example/a', '', true],
  ['links, where the browser took none along', undefined, 'https://vimeo.com/1', false],
  ['words, where the browser took none along', undefined, 'a poem', true],
])('whether a pasted text equals the clip: %s', (_, copiedText, pasted, isClip) => {
  const clip = createClip('copy', 'video', items(1), channelId)
  expect(matchesClip(copiedText === undefined ? clip : withClipboardText(clip, copiedText), pasted)).toBe(isClip)
  expect(matchesClip(undefined, pasted)).toBe(false)
})

const id = stringMatching(/^[A-Za-z0-9]{11}$/)
const likeClip = record(
  {
    mode: oneof(constantFrom('copy', 'cut'), jsonValue()),
    kind: oneof(constantFrom(...movableTypes), jsonValue()),
    items: oneof(array(record({ id: oneof(id, string()), name: oneof(string(), jsonValue()) }), { maxLength: 4 }), jsonValue()),
    from: oneof(id, jsonValue()),
    text: jsonValue(),
    pasted: oneof(boolean(), jsonValue()),
  },
  { requiredKeys: [] },
)

test('any stored value is read as a valid clip or ignored', () => {
  assert(
    property(oneof(likeClip, jsonValue()), option(string()), (text, raw) => {
      const clip = parseClip(text)
      if (clip) {
        expect(parseClip(JSON.parse(JSON.stringify(clip)))).toEqual(clip)
        expect(clip.items.length).toBeGreaterThan(0)
        expect(clip.kind === 'video' || clip.kind === 'serie').toBe(clip.from !== undefined)
      }
      localStorage.setItem('clipboard', raw ?? JSON.stringify(text))
      expect(currentClip()).toEqual(raw === null ? clip : currentClip())
      expect(clipboardHasType(...movableTypes)).toBe(currentClip() !== undefined)
    }),
  )
  const whole: Clip = createClip('copy', 'video', items(1), channelId)
  expect(parseClip({ ...whole, items: [...items(1), ...items(1)] })).toBeUndefined()
  expect(parseClip({ ...whole, from: undefined })).toBeUndefined()
  // Values that are larger than any stored by this product are rejected or ignored.
  expect(parseClip({ ...whole, items: [{ id: idOf(1), name: 'x'.repeat(256) }] })).toBeUndefined()
  expect(parseClip({ ...whole, text: 'x'.repeat(100_001) })).toEqual(whole)
  storage.remove('clipboard')
})
