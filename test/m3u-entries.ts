import { expect } from 'vitest'
import { ListReader, type ListEntry, type ListEvent } from '#features/tv-sources/server/m3u.ts'

const base = 'https://lists.example.com/tv/all.m3u'
export function readAll(text: string, from: string | undefined = base): ListEvent[] {
  const list = new ListReader(from)
  return [...text.split(/\r\n|\n/).flatMap((line) => [...list.read(line)]), ...list.end()]
}
export const entriesOf = (text: string, from?: string) => readAll(text, from).flatMap((event) => ('entry' in event ? [event.entry] : []))
export const readOneEntry = (text: string, from?: string): ListEntry => {
  const [entry, ...others] = entriesOf(`#EXTM3U\n${text}`, from)
  expect(others).toEqual([])
  return entry!
}
export const address = 'https://live.example.com/one/index.m3u8'
