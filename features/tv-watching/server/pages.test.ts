import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeWeb } from '#test/built-web.ts'
import { startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { guideContract } from '#features/guide/contract.ts'

const webDir = mkdtempSync(join(tmpdir(), 'choice-tv-pages-'))
afterAll(() => rmSync(webDir, { recursive: true }))
const { app, db, guest } = await startTestServer({}, { webDir: makeWeb(webDir) })

const pageOf = async (query: string) => {
  const { body, statusCode } = await app.inject({ url: `/en/tiers${query}` })
  const title = /<meta property="og:title" content="([^"]*)">/.exec(body)?.[1]
  return { body, summary: [statusCode, title, body.includes('content="noindex"')] }
}

test('links to TV channels and programmes have previews without playable addresses; hidden ones have none', async () => {
  const blocked = [await countryId(db, 'BE')]
  const tv = await makeTvChannel(db, { name: 'Canvas', blocked_countries: blocked }, [['Panorama', -10, 60]])
  const adult = await makeTvChannel(db, { name: 'Night show', adult: true }, [['Late film', -10, 60]])
  const { series } = await guest(guideContract.getEpg, { params: { id: tv.id } })
  const programmeId = series[0]!.epg[0]!.id

  const channel = await pageOf(`?channel=${tv.id}`)
  expect(channel.summary).toEqual([200, 'Canvas', false])
  expect(channel.body).toContain(`/en/tiers?channel=${tv.id}">`)
  expect(channel.body).not.toContain('live.test')
  const programme = await pageOf(`?channel=${tv.id}&epgId=${programmeId}`)
  expect(programme.summary).toEqual([200, 'Panorama · Canvas', true])
  expect(programme.body).not.toContain('live.test')
  expect((await pageOf(`?channel=${tv.id}&epgId=zzzzzzzzzzz`)).summary).toEqual([200, 'Canvas', false])

  for (const query of ['', `?channel=${adult.id}`, '?channel=zzzzzzzzzzz', '?channel=%00', `?tier=${tv.id}`])
    expect((await pageOf(query)).summary).toEqual([200, 'Choice', true])
})
