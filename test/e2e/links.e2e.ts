import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { endpointUrl } from '#kit/contract/client.ts'
import { channelsContract, type Playlist } from '#features/channels/contract.ts'
import { type DeadLink, linkChecksContract } from '#features/link-checks/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { visitors, waitForPageEntry } from './visitors.ts'
import { site } from './product.ts'

const { fixturesUrl } = site
const visit = visitors()

const failure = { state: 'gone', problem: 'removed', since: '2026-11-15T08:00:00.000Z' } as const

/** Marks a video's link as dead in responses, because two checks a day apart would take too long. */
async function markLinkDead(page: Page, channelId: string, src: string) {
  const isLost = (video: { src: string | null }) => video.src === src
  await page.route(`**${endpointUrl(channelsContract.getPlaylist, { params: { id: channelId } })}`, async (route) => {
    const response = await route.fetch()
    const channel = (await response.json()) as Playlist
    for (const series of channel.series)
      series.videos = series.videos.map((video) => (isLost(video) ? { ...video, is_gone: true, link_failure: failure } : video))
    await route.fulfill({ response: response, json: channel })
  })
  await page.route(`**${endpointUrl(linkChecksContract.listDeadLinks, {})}*`, async (route) => {
    const { client } = await demoPerson('marieke')
    const { name, series } = await client(channelsContract.getPlaylist, { params: { id: channelId } })
    const data = series.flatMap(({ name: series_name, videos }) =>
      videos
        .filter(isLost)
        .map((video): DeadLink => ({ ...video, is_gone: true, link_failure: failure, series_name, playlist_name: name })),
    )
    await route.fulfill({ json: { data, next_cursor: null } })
  })
}

test('shows an owner a dead link, and replaces it', { timeout: 90_000 }, async () => {
  const { browserStorage, client } = await demoPerson('marieke')
  const id = await makeChannel('marieke', 'Links that die', { One: 2 })
  const lost = (await client(channelsContract.getPlaylist, { params: { id } })).series[0]!.videos[0]!
  await client(linkChecksContract.setLinkDigest, { body: { is_on: true } })
  const page = await visit({ browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' }, expected: /422/ })
  await markLinkDead(page, id, lost.src!)
  await page.goto(`/en/my-playlists?playlist=${id}`)
  const mark = page.getByRole('button', { name: 'No longer plays: removed at its source. Actions for One 1' })
  await expect(mark).toAppear()
  expect(await page.getByRole('button', { name: /^No longer plays/ }).count()).toBe(1)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await mark.click()
  await expect(page.getByRole('menuitem', { name: 'Replace the link' })).toAppear()
  expect(await page.getByRole('menu').getByRole('menuitem').allInnerTexts()).toEqual(['Try again', 'Replace the link', 'Remove'])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  await waitForPageEntry(page)

  await page.goto('/en/settings?view=deadLinks')
  await expect(page.getByRole('heading', { level: 1, name: 'Links that no longer work' })).toAppear()
  await expect(page.getByRole('link', { name: 'One 1' })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  const mails = page.getByRole('switch', { name: 'Email me when links stop working' })
  await expect.poll(() => mails.isChecked()).toBe(true)
  await mails.click()
  await expect.poll(async () => (await client(linkChecksContract.getLinkDigest, {})).is_on).toBe(false)

  await page.getByRole('button', { name: 'Actions for One 1' }).click()
  await page.getByRole('menuitem', { name: 'Replace the link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the link' })
  await dialog.getByLabel('New link').fill('not a link')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog.getByText('Link is not valid')).toAppear()
  await dialog.getByLabel('New link').fill(`${fixturesUrl}/clips/low-tide.mp4`)
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText('The link was replaced.').first()).toAppear()
  await expect(page.getByRole('heading', { name: 'All your links work' })).toAppear()
  const [after] = (await client(channelsContract.getPlaylist, { params: { id } })).series[0]!.videos
  expect(after).toMatchObject({ id: lost.id, title: 'One 1', src: `${fixturesUrl}/clips/low-tide.mp4`, is_gone: false })
})
