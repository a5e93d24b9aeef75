import { expect, test } from 'vitest'
import { curationContract } from '../contract.ts'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'

const server = await serve()
const { guest } = server
const ann = await person(server)

test('smoke', async () => {
  const made = await ann.client(curationContract.createPlaylist, { body: { name: 'Trains', status_id: 3, tags: ['a', 'A ', '', 'b'] } })
  expect(made).toMatchObject({ name: 'Trains', tags: ['a', 'b'], status: 'Public', order: 0, series: [], may_edit: true })
  const series = await ann.client(curationContract.createSeries, { body: { playlist_id: made.id, name: 'One' } })
  expect(series).toMatchObject({ name: 'One', position: 0, videos: [] })
  expect(await guest(curationContract.getPlaylist, { params: { id: made.id } })).toMatchObject({ may_edit: false, order: null })
  expect(await ann.client(curationContract.listMyPlaylists, {})).toMatchObject({ public: [{ id: made.id }] })
  expect(await guest(curationContract.listDefaultPlaylists, {})).toMatchObject({ data: [] })
  expect(await guest(curationContract.searchPlaylists, { body: { keyword: 'trians' } })).toMatchObject({ data: [{ id: made.id }] })
  expect(await guest(curationContract.suggestKeywords, { body: { keyword: 'tr' } })).toEqual({ keywords: ['Trains'] })
})
