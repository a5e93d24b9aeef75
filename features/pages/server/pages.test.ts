import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { pagesContract as api, type WelcomeName } from '../contract.ts'

const server = await startTestServer({ CONTACT: 'tv@example.com' })
const { clientFor, db, guest } = server
const ann = await createUser(server)
const names = (Object.keys(api) as (keyof typeof api)[]).filter((name): name is WelcomeName => name !== 'contact')

const readIcon = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 30, height: 20, channels: 3, background: '#06c' } })
          .png()
          .toBuffer(),
      ),
    ],
    'a.png',
  )

/** Creates a channel with one series of this many videos. */
async function makePictureChannel(fields: { name: string; status_id: number; icon?: File; adult?: boolean }, videos = 1) {
  const { id } = await ann.client(channelsContract.createPlaylist, { body: fields })
  const series = await ann.client(channelsContract.createSeries, { body: { playlist_id: id, name: `Series of ${fields.name}` } })
  const rows = Array.from({ length: videos }, (_, i) => ({
    id: newId(),
    series_id: series.id,
    title: `Video ${i}`,
    src: 'https://example.com/a.mp4',
    kind: 'file',
    site: 'example.com',
    position: i * 1000,
  }))
  await db.insertInto('video').values(rows).execute()
  return { id, seriesId: series.id }
}

test('every view has an introduction in both languages, also without examples', async () => {
  for (const name of names) {
    const english = await guest(api[name], {})
    const dutch = await clientFor({ language: 'nl' })(api[name], {})
    expect(english).toMatchObject({
      title: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\w.*\.$/),
      images: [],
      carousels: [],
    })
    expect(dutch.description).not.toBe(english.description)
    expect(english.title.length).toBeLessThanOrEqual(25)
    expect(english.title).not.toContain('{')
  }
  expect(await guest(api.home, {})).toMatchObject({ title: 'Welcome to Choice' })
})

test('examples come from public channels, and not from private, hidden or adult ones', async () => {
  await makePictureChannel({ name: 'Private', status_id: 1, icon: await readIcon() })
  await makePictureChannel({ name: 'Link', status_id: 2, icon: await readIcon() })
  await makePictureChannel({ name: 'Adult', status_id: 3, icon: await readIcon(), adult: true })
  const plain = await makePictureChannel({ name: 'Plain', status_id: 3 }, 2)
  const introductions = []
  for (const name of ['One', 'Two', 'Three', 'Four'])
    introductions.push(await makePictureChannel({ name, status_id: 3, icon: await readIcon() }))

  const home = await guest(api.home, {})
  expect(home.images).toHaveLength(3)
  for (const { image, url } of home.images) {
    expect(image).toMatch(/^\/media\/pictures\//)
    expect(introductions.map(({ id }) => `/playlists?playlist=${id}`)).toContain(url)
  }
  expect(home.carousels).toHaveLength(3)
  const introductionIds = [...introductions, plain].map(({ id, seriesId }) => `${id} ${seriesId}`)
  for (const { id, playlist_id: playlist, videos } of home.carousels) {
    expect(introductionIds).toContain(`${playlist} ${id}`)
    expect(videos[0]).toMatchObject({ title: 'Video 0', kind: 'file' })
  }
  expect((await guest(api.heart, {})).images).toHaveLength(3)
  // The reader's own channels are no examples, and some views have no examples.
  expect(await ann.client(api.heart, {})).toMatchObject({ images: [], carousels: [] })
  for (const name of ['tv', 'user', 'watchLater'] as const) expect(await guest(api[name], {})).toMatchObject({ images: [], carousels: [] })

  // Only a channel with a picture in its first series is shown at the top of the home.
  expect(await guest(api.globe, {})).toMatchObject({ hero: null })
  const [, introduction] = introductions
  const [{ id: picture_id }] = (await db.selectFrom('picture').select('id').limit(1).execute()) as [{ id: string }]
  const ofOne = db.updateTable('video').where('video.series_id', '=', introduction!.seriesId)
  await ofOne.set({ picture_id }).execute()
  expect(await guest(api.globe, {})).toMatchObject({
    hero: { playlist_id: introduction!.id, name: 'Two', video: { title: 'Video 0' }, file: null },
  })
  await ofOne.set({ src: '/media/demo/meadow.mp4' }).execute()
  expect(await guest(api.globe, {})).toMatchObject({ hero: { file: '/media/demo/meadow.mp4' } })
})

test('users can contact the operator', async () => {
  expect(await guest(api.contact, {})).toEqual({ mail_address: 'tv@example.com' })
})

test('an invalid token is refused', async () => {
  for (const name of names) await expect(clientFor({ token: 'x' })(api[name], {})).rejects.toMatchObject({ status: 401 })
})

test('a user without a username gets introductions, too', async () => {
  const { client } = await createUser(server, { nickname: null })
  for (const name of names) expect(await client(api[name], {})).toHaveProperty('title')
})
