// @module-tag slow
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { makeFolder } from '#test/folders.ts'
import { type BadNetwork, createBadNetwork } from './bad-network.ts'
import type { Size } from './browser.ts'
import { type DemoPerson, demoPerson, makeChannel } from './demo.ts'
import { dropFiles } from './gestures.ts'
import { waitForDropListeners, writeFilm, newUploader, limitUploadSpeed, uploadsTray } from './uploading.ts'
import { goToResults, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { site } from './product.ts'

const { url, dataDir } = site
const { uploads: t, channels } = textsIn('en')
const visit = visitors()
const bytesPerMebibyte = 1024 ** 2
/** Errors that the browser reports for refused requests. */
const expectedErrors = /Failed to load resource|\b401\b|\b422\b|\b429\b/

const folder = makeFolder('choice-films')
let network: BadNetwork
let someone: DemoPerson
beforeAll(async () => {
  network = await createBadNetwork(url)
  someone = await newUploader()
})
afterAll(async () => {
  await network.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates a channel with one series, called First. */
async function makeNewChannel(name: string, { client } = someone) {
  const { id } = await client(channelsContract.createPlaylist, { body: { name, status_id: status.public } })
  const { id: seriesId } = await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'First' } })
  return { id, name, seriesId }
}
async function open({ id, name }: { id: string; name: string }, size: Size = 'desktop', person = someone): Promise<Page> {
  const browserStorage = { ...person.browserStorage, canceled_enter_fields_modal: 'true' }
  const page = await visit({ url: network.url, path: `/en/my-playlists?playlist=${id}`, size, expected: expectedErrors, browserStorage })
  await expect(page.getByRole('heading', { level: 1, name })).toAppear()
  page.on('dialog', (question) => void question.accept())
  return page
}
async function send(page: Page, ...paths: string[]): Promise<Locator> {
  await page
    .getByRole('button', { name: channels('add.title') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: channels('add.title') })
  await dialog.locator('input[type=file][multiple]').setInputFiles(paths)
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toDisappear()
  await uploadsTray(page).click()
  return page.getByRole('dialog', { name: t('tray.title') })
}
/** Matches if all bytes have arrived. Processing may take long. */
const hasArrived = new RegExp(`^(${t('phase.waiting')}|Preparing \\d+%|${t('phase.ready')})$`)
const listUploads = async () => (await someone.client(uploadsContract.listUploads, {})).data
const sumOf = async (path: string) => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

test('300 MB arrive intact over a pause and a reload, with speed, time left, and a progress line on all screens', async () => {
  const path = writeFilm(join(folder, 'Long.mp4'), 300 * bytesPerMebibyte)
  const page = await open(await makeNewChannel('Long films'))
  await limitUploadSpeed(page, 30 * bytesPerMebibyte)
  const list = await send(page, path)
  await expect(list.getByText(new RegExp(`^[\\d.]+ MB of 300 MB · [\\d.]+ MB/s · ${t('left.moments')}$`))).toAppear()
  await list.getByRole('button', { name: t('action.pause_of', { title: 'Long' }) }).click()
  await expect(list.getByText(/^Paused at [1-9]\d?%$/)).toAppear()
  await list.getByRole('button', { name: 'Close' }).click()
  // The progress line stays visible on every screen.
  await goToResults(page)
  await expect(uploadsTray(page)).toAppear()
  await uploadsTray(page).click()
  await list.getByRole('button', { name: t('action.resume_of', { title: 'Long' }) }).click()
  await expect(list.getByText(/^Uploading [1-9]\d?%$/)).toAppear()
  await page.reload()
  await limitUploadSpeed(page, -1)
  await uploadsTray(page).click()
  await list.locator('input[type=file]').setInputFiles(path)
  const [upload] = await listUploads()
  const original = join(dataDir, 'files', 'videos', upload!.id.slice(0, 2), upload!.id, 'original')
  await expect.poll(() => existsSync(original), { timeout: 40_000 }).toBe(true)
  expect(await sumOf(original)).toBe(await sumOf(path))
  await someone.client(uploadsContract.removeUpload, { params: { id: upload!.id } })
})

test('an expired login is renewed during an upload, which continues', async () => {
  const renewing = await newUploader()
  const page = await open(await makeNewChannel('Renewed', renewing), 'desktop', renewing)
  await limitUploadSpeed(page, 12 * bytesPerMebibyte)
  const renewals = network.count(/^POST \/api\/user\/token$/)
  const list = await send(page, writeFilm(join(folder, 'Renewed.mp4'), 60 * bytesPerMebibyte))
  await expect(list.getByText(/^Uploading [1-9]\d?%$/)).toAppear()
  await page.evaluate(() => localStorage.setItem('access_token', 'has-run-out'))
  // The server refuses this token when the page sends the next part.
  await expect.poll(() => network.count(/^POST \/api\/user\/token$/) - renewals).toBe(1)
  await limitUploadSpeed(page, -1)
  // Waits for the new token, because the network counts a request when it arrives, not when it is answered.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).not.toBe('has-run-out')
  await expect(list.getByText(hasArrived)).toAppear()
})

test('an upload is shown as waiting while the user’s other uploads use all slots', async () => {
  const channel = await makeNewChannel('Taken')
  const { access_token } = someone.browserStorage
  const headers = { authorization: `Bearer ${access_token}`, 'tus-resumable': '1.0.0' }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${encode('a.mp4')},series_id ${encode(channel.seriesId)}`
  const sending = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const created = await fetch(`${url}/api/uploads`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': '1000', 'upload-metadata': metadata },
      })
      const path = created.headers.get('location')!
      const type = 'application/offset+octet-stream'
      const patch = request(url + path, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': '0', 'content-type': type, 'content-length': 1000 },
      })
      patch.on('error', () => {})
      patch.write(Buffer.alloc(300))
      await expect.poll(async () => (await listUploads()).find(({ id }) => path.endsWith(id))?.received).toBe(300)
      return { patch, path }
    }),
  )
  const page = await open(channel, 'phone')
  const list = await send(page, writeFilm(join(folder, 'Turn.mp4'), bytesPerMebibyte))
  const row = list.getByRole('listitem').filter({ hasText: 'Turn' })
  await expect(row.getByText(t('phase.queued'), { exact: true })).toAppear()
  await expect(row.getByText(t('detail.held_up'))).toAppear()
  for (const { patch, path } of sending) {
    patch.destroy()
    await fetch(url + path, { method: 'DELETE', headers })
  }
  await expect(row.getByText(hasArrived)).toAppear()
})

test('a user who may not upload sees that when dropping a file', async ({ onTestFinished }) => {
  const { browserStorage, client } = await demoPerson('otto')
  const id = await makeChannel('otto', `Drops ${Date.now()}`, { First: 1 })
  onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
  const path = `/en/my-playlists?playlist=${id}`
  const page = await visit({ path, size: 'desktop', browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
  const row = page.getByRole('region', { name: 'First' })
  await waitForDropListeners(row)
  await dropFiles(row, writeFilm(join(folder, 'Refused.mp4'), bytesPerMebibyte))
  await expect(page.locator('[data-toasts]').getByText(t('errors.not_permitted'))).toAppear()
  expect(await page.locator('[data-tray]').count()).toBe(0)
})
