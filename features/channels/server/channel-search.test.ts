import { expect, test } from 'vitest'
import { makeChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { channelSearchContract } from '../contract.ts'
import { status } from '../rules.ts'

const server = await startTestServer()
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
async function searchNames(keyword: string, client = guest) {
  await updateSearchIndex(db)
  return (await client(channelSearchContract.searchPlaylists, { body: { keyword } })).data.map(({ name }) => name)
}

test('channels are found by name or tag, ignoring accents, case and typing errors', async () => {
  await makeChannel(bob.client, { name: 'Café Société', tags: ['Brussels'] })
  await makeChannel(bob.client, { name: 'Night trains' })
  await makeChannel(bob.client, { name: 'Garage sounds' })
  expect(await searchNames('cafe')).toEqual(['Café Société'])
  expect(await searchNames('CAFÉ SOCIETE')).toEqual(['Café Société'])
  expect(await searchNames('brusels')).toEqual(['Café Société'])
  expect(await searchNames('nihgt trians')).toEqual(['Night trains'])
  expect(await searchNames('train')).toEqual(['Night trains'])
  expect(await searchNames('garden')).toEqual([])
  expect(await searchNames('%')).toEqual([])
  expect(await outcome(guest(channelSearchContract.searchPlaylists, { body: { keyword: ' ' } }))).toBe('422 invalid keyword')
})

test('characters that expand to several letters cause no errors', async () => {
  await makeChannel(bob.client, { name: '㎮'.repeat(50) })
  await makeChannel(bob.client, { name: '㎯'.repeat(50) })
  expect(await searchNames('㎮'.repeat(100))).toEqual([])
  expect(await searchNames(`${'rad'.repeat(33)}x`)).toEqual([])
})

test('search results are ordered by similarity across pages', async () => {
  for (const name of ['Volcano', 'Volcano days', 'Volcano days and nights', 'Volcanoes of the world in fifty films'])
    await makeChannel(bob.client, { name })
  await updateSearchIndex(db)
  const first = await guest(channelSearchContract.searchPlaylists, { body: { keyword: 'volcano' }, query: { limit: 2 } })
  const second = await guest(channelSearchContract.searchPlaylists, {
    body: { keyword: 'volcano' },
    query: { limit: 2, cursor: first.next_cursor! },
  })
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual([
    'Volcano',
    'Volcano days',
    'Volcano days and nights',
    'Volcanoes of the world in fifty films',
  ])
  expect(second.next_cursor).toBeNull()
})

test.each([1e308, -1e308, 1e-320])('a cursor with the score %d is accepted', async (score) => {
  const cursor = Buffer.from(JSON.stringify([score, 1])).toString('base64url')
  expect(await outcome(guest(channelSearchContract.searchPlaylists, { body: { keyword: 'volcano' }, query: { cursor } }))).toBe('done')
})

test('a channel that is not public is found by its editors only', async () => {
  const carl = await createUser(server)
  const team = await makeTeam(db, { members: [ann, carl] })
  await makeChannel(ann.client, { name: 'Xylophone', status_id: status.private })
  await makeChannel(server.clientFor({ token: ann.token, teamId: team }), { name: 'Xylophone team', status_id: status.privateLink })
  expect(await searchNames('xylophone', ann.client)).toEqual(['Xylophone', 'Xylophone team'])
  expect(await searchNames('xylophone', carl.client)).toEqual(['Xylophone team'])
  expect([await searchNames('xylophone', bob.client), await searchNames('xylophone')]).toEqual([[], []])
})

test('suggested keywords are names and tags with a word that has the prefix', async () => {
  await makeChannel(bob.client, { name: 'Quizzes', tags: ['quiz show', 'games', '100% quick'] })
  await makeChannel(bob.client, { name: 'The great quiz', tags: ['Quiz show'] })
  await makeChannel(bob.client, { name: 'Quiet secret', status_id: status.private })
  await updateSearchIndex(db)
  const keywords = async (keyword: string, client = guest) =>
    (await client(channelSearchContract.suggestKeywords, { body: { keyword } })).keywords
  expect(await keywords('QUI')).toEqual([expect.stringMatching(/^quiz show$/i), '100% quick', 'Quizzes', 'The great quiz'])
  expect(await keywords('quiet', bob.client)).toEqual(['Quiet secret'])
  // Wildcards of `like` are ordinary characters, also their full-width forms.
  for (const wildcard of ['%', '_', '\uFF05', '\uFF3F']) expect(await keywords(`${wildcard}ui`)).toEqual([])
  expect([await keywords('quiet'), await keywords('%'), await keywords('_uiz')]).toEqual([[], [], []])
})
