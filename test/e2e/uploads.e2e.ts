import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { channelsContract, type Playlist } from '#features/channels/contract.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { makeFolder } from '#test/folders.ts'
import { axeViolations } from './axe.ts'
import { type BadNetwork, createBadNetwork } from './bad-network.ts'
import type { Size } from './browser.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { dragFiles, dropFiles } from './gestures.ts'
import { allowUploadsFor, waitForDropListeners, writeFilm as makeFilm, limitUploadSpeed, uploadsTray } from './uploading.ts'
import { visitors } from './visitors.ts'
import { site } from './product.ts'

const { url } = site
const visit = visitors()
const bytesPerMebibyte = 1024 ** 2
/** Errors that the browser reports for network failures and refused requests. */
const expectedErrors = /ERR_|Failed to load resource|Failed to fetch|\b4\d\d\b|\b50\d\b/

/** Maximum wait for a film, in ms. Films are prepared with low priority, which takes long on a busy machine. */
const preparingMs = 60_000

const folder = makeFolder('choice-films')
const fileAt = (name: string) => join(folder, name)
const film = (name: string, bytes: number) => makeFilm(fileAt(name), bytes)

let network: BadNetwork
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  network = await createBadNetwork(url)
  await allowUploadsFor('yusuf@demo.example')
})
afterAll(async () => {
  await network.close()
  rmSync(folder, { recursive: true, force: true })
})

let channel: Playlist
beforeEach(async ({ onTestFinished }) => {
  await network.start()
  const { client } = await demoPerson('yusuf')
  const id = await makeChannel('yusuf', `Films ${Date.now()}`, { First: 1 })
  channel = await client(channelsContract.getPlaylist, { params: { id } })
  onTestFinished(async () => {
    await client(channelsContract.deletePlaylist, { params: { id } })
  })
})

async function open(size: Size, language: 'en' | 'nl' = 'en'): Promise<Page> {
  const { browserStorage } = await demoPerson('yusuf')
  const path = `/${language}/my-playlists?playlist=${channel.id}`
  const page = await visit({
    url: network.url,
    path,
    size,
    language,
    expected: expectedErrors,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  await expect(page.getByRole('heading', { level: 1, name: channel.name })).toAppear()
  return page
}
const readTitles = async () => {
  const { client } = await demoPerson('yusuf')
  const { series } = await client(channelsContract.getPlaylist, { params: { id: channel.id } })
  return series.flatMap(({ videos }) => videos.map(({ title }) => title))
}

test('a video continues after a pause, a reload and a lost connection, ends in its series, and plays', { tags: ['slow'] }, async () => {
  const path = film('Low_tide-2026.mp4', 30 * bytesPerMebibyte)
  const begunBefore = network.count(/^POST \/api\/uploads$/)
  const page = await open('desktop')
  page.on('dialog', (question) => void question.accept())
  // The upload takes half a minute, so that it isn't done before the reload on a busy machine.
  await limitUploadSpeed(page, bytesPerMebibyte)

  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  const files = dialog.locator('input[type=file][multiple]')
  await dialog.getByLabel('Link', { exact: true }).fill('https://videos.example/film.mp4')
  await expect.poll(() => files.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await files.setInputFiles(path)
  await expect.poll(() => dialog.getByLabel('Link', { exact: true }).isDisabled()).toBe(true)
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Low tide-2026')
  await dialog.getByLabel('Title').fill('Low tide, whole')
  await dialog.getByRole('button', { name: 'Add to First' }).click()
  await expect(dialog).toDisappear()

  const card = page.getByRole('region', { name: 'First' }).getByRole('button', { name: /^Low tide, whole/ })
  await expect(card).toAppear()
  await uploadsTray(page).click()
  const list = page.getByRole('dialog', { name: 'Uploads' })
  await expect(list.getByText(/^Uploading [1-9]\d?%$/)).toAppear()
  expect(await axeViolations(page)).toEqual([])
  await list.getByRole('button', { name: 'Pause Low tide, whole' }).click()
  await expect(list.getByText(/^Paused at [1-9]\d?%$/)).toAppear()
  await list.getByRole('button', { name: 'Resume Low tide, whole' }).click()
  await expect(list.getByText(/^Uploading \d+%$/)).toAppear()

  await page.reload()
  await limitUploadSpeed(page, bytesPerMebibyte)
  await expect(uploadsTray(page)).toAppear()
  await uploadsTray(page).click()
  await expect(list.getByText('Interrupted')).toAppear()
  // Another file with the same name is another upload.
  await list.locator('input[type=file]').setInputFiles({ name: 'Low_tide-2026.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(5) })
  await expect(page.getByText('This is a different file. Choose Low_tide-2026.mp4.')).toAppear()
  await list.locator('input[type=file]').setInputFiles(path)
  await expect(list.getByText(/^Uploading \d+%$/)).toAppear()

  await network.stop()
  await expect(list.getByText('Connection lost')).toAppear()
  await limitUploadSpeed(page, -1)
  await network.start()
  const playLink = list.getByRole('link', { name: 'Play Low tide, whole' })
  await list
    .getByText(/^Preparing \d+%$/)
    .or(playLink)
    .waitFor({ timeout: preparingMs })
  await playLink.waitFor({ timeout: preparingMs })
  expect(await readTitles()).toEqual(['First 1', 'Low tide, whole'])
  expect(network.count(/^POST \/api\/uploads$/) - begunBefore).toBe(1)

  await playLink.click()
  await expect(page).toPlay()
})

test('a processed video plays from the toast that announces it', async () => {
  const page = await open('phone')
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog.locator('input[type=file][multiple]').setInputFiles(film('Soon.mp4', bytesPerMebibyte))
  await dialog.getByRole('button', { name: 'Add to First' }).click()
  const toastBox = page.locator('[data-toasts]')
  await toastBox.getByText('“Soon” is ready.').waitFor({ timeout: preparingMs })
  await toastBox.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toPlay()
})

test('two files upload in parallel; a file that is no video is reported and can be removed', async () => {
  const good = film('Good.mp4', 2 * bytesPerMebibyte)
  writeFileSync(fileAt('Fake.mp4'), 'This is no film at all. '.repeat(1000))
  const page = await open('phone', 'nl')
  await page.getByRole('button', { name: 'Video toevoegen' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Video toevoegen' })
  await dialog.locator('input[type=file][multiple]').setInputFiles([good, fileAt('Fake.mp4')])
  await dialog.locator('button[type=submit]').click()
  await uploadsTray(page).click()
  const list = page.getByRole('dialog', { name: 'Uploads' })
  await expect(list.getByRole('link', { name: 'Good afspelen' })).toAppear()
  await expect(list.getByText('Dit is geen video- of audiobestand.')).toAppear()
  expect(await axeViolations(page)).toEqual([])
  await list.getByRole('button', { name: 'Fake uit deze lijst halen' }).click()
  await expect(list.getByText('Fake')).toDisappear()
  expect(await readTitles()).toEqual(['First 1', 'Good'])
})

test('files dropped on a row upload there at once, and elsewhere after a choice; other files are refused by name', async ({
  onTestFinished,
}) => {
  const page = await open('desktop')
  const row = page.getByRole('region', { name: 'First' })
  const heading = page.getByRole('heading', { level: 1, name: channel.name })
  writeFileSync(fileAt('notes.pdf'), 'No film')
  const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => film(`${name}.mp4`, bytesPerMebibyte))
  await waitForDropListeners(row)
  const dragged = await dragFiles(row, a!, fileAt('notes.pdf'), b!)
  await expect(page.getByText('Upload to First', { exact: true })).toAppear()
  await dragged.to(page.getByRole('banner').first())
  await expect(page.getByText('Upload to First', { exact: true })).toDisappear()
  await dragged.to(row)
  await expect(page.getByText('Upload to First', { exact: true })).toAppear()
  await dragged.drop()
  await expect(page.locator('[data-toasts]').getByText('notes.pdf: This isn’t a video file.')).toAppear()
  const { client } = await demoPerson('yusuf')
  /** Counts uploads to this channel that arrived completely. Doesn't wait for processing, which other tests cover. */
  const arrived = async () =>
    (await client(uploadsContract.listUploads, {})).data.filter(
      ({ playlist_id, received, size }) => playlist_id === channel.id && received === size,
    )
  onTestFinished(async () => {
    for (const { id } of await arrived()) await client(uploadsContract.removeUpload, { params: { id } })
  })
  const names = async () => (await arrived()).map(({ title }) => title).toSorted()
  await expect.poll(names).toEqual(['A', 'B'])

  const over = await dragFiles(heading, c!)
  await expect(page.getByText(`Upload to ${channel.name}`, { exact: true })).toAppear()
  await over.drop()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await expect(dialog.getByText('C.mp4', { exact: true })).toAppear()
  await dropFiles(dialog, d!, fileAt('notes.pdf'))
  await expect(dialog.getByText('D.mp4', { exact: true })).toAppear()
  await expect(dialog.getByText('This isn’t a video file.')).toAppear()
  const send = dialog.locator('button[type=submit]')
  expect(await send.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Remove notes.pdf' }).click()
  await send.click()
  await expect(dialog).toDisappear()
  await expect.poll(names).toEqual(['A', 'B', 'C', 'D'])
  // Dropping a file elsewhere doesn't leave the page, and shows where to drop.
  await dropFiles(page.getByRole('banner').first(), a!)
  await expect(page.locator('[data-toasts]').getByText('Drop video files on one of your channels.')).toAppear()
  await expect.poll(() => new URL(page.url()).searchParams.get('playlist')).toBe(channel.id)
})

test('a user who may not upload is only offered links', async ({ onTestFinished }) => {
  const { browserStorage, client } = await demoPerson('otto')
  const id = await makeChannel('otto', `Links ${Date.now()}`, { First: 1 })
  onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
  // Uses a desktop window. On a phone, the dialog gets the focus instead of the field, because a keyboard would cover the dialog.
  const path = `/en/my-playlists?playlist=${id}`
  const page = await visit({ path, size: 'desktop', browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveFocus()
  expect(await dialog.locator('input[type=file]').count()).toBe(0)
})
