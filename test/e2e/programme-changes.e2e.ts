import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '#features/tv-watching/contract.ts'
import { makeTvChannel } from '../television.ts'
import { demoPerson, guest } from './demo.ts'
import { connect } from './product.ts'
import { player, playing, expectPlaying, stream, wordsOf } from './tv-player.ts'
import { visitors } from './visitors.ts'

const visit = visitors()
let db: Db
beforeAll(() => void (db = connect()))
afterAll(() => db.destroy())

test(
  'while watching, the programme changes without another stream, views are counted, and a reminder appears',
  { tags: ['slow'], timeout: 240_000 },
  async () => {
    const t = wordsOf('en')
    // The first programme ends at a full minute, late enough that the page shows the programme first.
    const endsIn = new Date().getSeconds() < 30 ? 1 : 2
    const changing = await makeTvChannel(db, { name: 'Changing TV', groups: ['Changing test'], ...stream('traag') }, [
      ['Ends soon', -10, 10 + endsIn],
      ['Comes then', endsIn, 60],
      ['To be told', endsIn + 60, 30],
    ])
    const soon = await makeTvChannel(db, { name: 'Soon TV', groups: ['Changing test'], ...stream('traag') }, [
      ['Begins in a moment', 4, 30],
    ])
    const { browserStorage, client } = await demoPerson('yusuf')
    await client(guideContract.createReminder, { body: { epg_id: soon.programmes[0]!, channel_id: soon.id } })
    const page = await visit({ browserStorage, size: 'desktop', path: `/en/tiers?channel=${changing.id}` })
    const ended: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/view/end') && ended.push(request.url()))
    const started = page.waitForRequest((request) => request.url().endsWith('/api/view/start'))
    await page
      .getByRole('main')
      .getByRole('link', { name: t('live.watch') })
      .first()
      .click()
    await expectPlaying(page, 'Ends soon')
    await started
    const element = await page.locator('video').elementHandle()
    const source = await element?.evaluate((video) => (video as HTMLVideoElement).currentSrc)

    await expect.poll(() => player(page).getAttribute('aria-label'), { timeout: 120_000, interval: 500 }).toContain('Comes then')
    await playing(page)
    expect(await element?.evaluate((video) => [video.isConnected, (video as HTMLVideoElement).currentSrc])).toEqual([true, source])
    expect(ended).toEqual([])

    await page.keyboard.press('Escape')
    await expect.poll(() => ended.length).toBe(1)
    const reminded = async () =>
      (await client(guideContract.listReminders, { query: {} })).find(({ epg_id: id }) => id === soon.programmes[0])
    await expect.poll(async () => (await reminded())?.state, { timeout: 90_000, interval: 1000 }).toBe('told')
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    await expect(page.getByText(/Begins in a moment/).first()).toAppear()
    expect((await guest(tvWatchingContract.getTvChannel, { params: { id: changing.id } })).now?.title).toBe('Comes then')
  },
)
