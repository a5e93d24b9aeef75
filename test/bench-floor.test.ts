import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statements } from '../scripts/bench/floor-statements.ts'
import { prepareSearch } from '#features/search/server/search.ts'
import { guestReader } from '#kit/server/reader.ts'
import { makeFilledChannel } from './channels.ts'
import { createUser } from './people.ts'
import { updateSearchIndex } from './search.ts'
import { startTestServer } from './serve.ts'
import { makeTvChannel, fixReferenceMinute, minuteFromNow } from './television.ts'

fixReferenceMinute()
const served = await startTestServer()
const { app, db } = served

/** Compares the responses, because a floor that returns less than the product would be invalid. */
test('the floor of the benchmark gives the same responses as the product', async () => {
  const { client, id: userId, token } = await createUser(served)
  // Makes a second channel, so that a list with one channel per page has a second page.
  await makeFilledChannel(db, client)
  const { playlistId, videoIds } = await makeFilledChannel(db, client)
  const tv = await makeTvChannel(db, {}, [
    ['News', -40, 30],
    ['Film', -10, 60],
    ['News', 50, 30],
  ])
  const [from, to] = [minuteFromNow(-720).toISOString(), minuteFromNow(720).toISOString()]
  const answers = [
    ['default_channels', '1', '/api/playlists/default-playlists?limit=1'],
    ['popular_channels', '1', '/api/playlists/default-playlists?sort=popular&limit=1'],
    ['channel_40', playlistId, `/api/playlists/${playlistId}`],
    ['my_playlists', userId, '/api/playlists', token],
    ['one_video', videoIds[0]!, `/api/videos/${videoIds[0]!}`],
    ['tv_day', `${tv.id}_${from}_${to}`, `/api/channel/${tv.id}/epg?from=${from}&to=${to}`],
  ] as [name: string, value: string, path: string, token?: string][]
  for (const [name, value, path, token] of answers) {
    const response = await app.inject({ url: path, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
    const { rows } = await sql.raw<Record<string, string>>(statements[name]!.replaceAll(/\$1(::int)?/g, `'${value}'`)).execute(db)
    expect({ [name]: JSON.parse(Object.values(rows[0]!)[0]!) as unknown }).toEqual({ [name]: response.json() })
  }
})

test('the floor of searches gives the same responses as the product', async () => {
  const { client } = await createUser(served)
  await makeFilledChannel(db, client, ['Lapwing at dawn', 'Lapwings', 'Dawn'], { name: 'Lapwing dawn' })
  await makeTvChannel(db, {}, [['Lapwing dawn', 60, 60]])
  await updateSearchIndex(db)
  for (const keyword of ['lapwing', 'lapwing dawn', 'lap', 'lapwnig', 'quixotic']) {
    const result = (await app.inject(`/api/search?keyword=${encodeURIComponent(keyword)}`)).json<{ counts: unknown }>()
    const { drivers, others } = (await prepareSearch(db, guestReader, keyword))!
    const value = JSON.stringify({
      ...result,
      counts: undefined,
      drivers: JSON.parse(drivers) as unknown,
      others: JSON.parse(others) as unknown,
    })
    const { rows } = await sql
      .raw<Record<string, string>>(statements['search']!.replaceAll('$1', `'${value.replaceAll("'", "''")}'`))
      .execute(db)
    expect({ [keyword]: JSON.parse(Object.values(rows[0]!)[0]!) as unknown }).toEqual({ [keyword]: result })
  }
})
