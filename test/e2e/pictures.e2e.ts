import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '#test/folders.ts'
import { newUser } from './accounts.ts'
import type { DemoPerson } from './demo.ts'
import { countDifferent, pixelsOfChosen, touchPage } from './chosen-picture.ts'
import { axeViolations, axeViolationsInBothThemes } from './axe.ts'
import { findDialogOverflow } from './fit.ts'
import { dropFiles, waitForAnimations } from './gestures.ts'
import { isInView, visitors, type VisitOptions } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { site } from './product.ts'

const { fixturesUrl } = site
const visit = visitors()
let browserStorage: DemoPerson['browserStorage']
beforeAll(async () => {
  ;({ browserStorage } = await newUser())
})

const colours = ['#e02020', '#20c040', '#2040e0', '#e0d020']
/** A picture with four coloured quarters: red and green at the top, blue and yellow at the bottom. */
const quarter = (background: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
const fourColours = sharp({ create: { width: 400, height: 400, channels: 3, background: '#000' } }).composite(
  (await Promise.all(colours.map(quarter))).map((input, index) => ({ input, left: (index % 2) * 200, top: Math.floor(index / 2) * 200 })),
)
const fourColoursPng = await fourColours.png().toBuffer()
const file = { name: 'four-colours.png', mimeType: 'image/png', buffer: fourColoursPng }

const folder = makeFolder('choice-pictures')
const [fourColoursPath, notesPath] = [join(folder, 'four-colours.png'), join(folder, 'notes.pdf')]
writeFileSync(fourColoursPath, fourColoursPng)
writeFileSync(notesPath, 'No picture')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A site from which our server may not fetch. Pages of other sites may read `/shared.png`. */
const otherSite = createServer((request, response) =>
  response
    .writeHead(200, { 'content-type': 'image/png', ...(request.url === '/shared.png' && { 'access-control-allow-origin': '*' }) })
    .end(fourColoursPng),
)
await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve))
afterAll(() => void otherSite.close())
const otherSiteUrl = `http://127.0.0.1:${(otherSite.address() as AddressInfo).port}`

/** Opens the form for a new channel, which has the picture field. */
async function openNewChannelForm({ fontPx, ...coming }: VisitOptions & { fontPx?: number } = {}) {
  const { language = 'en' } = coming
  const page = await visit({ ...coming, browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
  if (fontPx) await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: fontPx } })
  await page.goto(`/${language}/my-playlists`)
  await page
    .getByRole('button', { name: language === 'en' ? 'New channel' : 'Nieuw kanaal' })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: language === 'en' ? 'New channel' : 'Nieuw kanaal' })
  const crop = page.getByRole('dialog', { name: language === 'en' ? 'Crop picture' : 'Afbeelding bijsnijden' })
  await expect(form).toAppear()
  return {
    page,
    form,
    crop,
    stage: crop.getByRole('application'),
    picker: form.getByRole('group').filter({ has: page.locator('input[type=file]') }),
  }
}

const softPixels = 800

/** The bottom right part, after rotating the picture by 90 degrees to the right. */
const rotatedCorner = await sharp(await sharp(fourColoursPng).rotate(90).png().toBuffer())
  .extract({ left: 200, top: 200, width: 200, height: 200 })
  .png()
  .toBuffer()

async function middleOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2, box: width / 2 }
}

test('crops a picture by mouse and keys, and sends the content of the box', async () => {
  const { page, form, crop, stage, picker } = await openNewChannelForm({ size: 'desktop' })
  await form.getByLabel('Name').fill('Quarters')
  await form.locator('input[type=file]').setInputFiles(file)
  await expect(crop).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await crop.getByRole('button', { name: 'Use picture' }).click()
  expect(await countDifferent(picker, fourColoursPng)).toBeLessThan(softPixels)
  await expect(crop).toDisappear()

  await picker.getByRole('button', { name: 'Crop' }).click()
  await stage.focus()
  for (let steps = 0; steps < 18; steps++) await page.keyboard.press(steps % 2 ? ']' : 'Shift+ArrowRight')
  await waitForAnimations(page)
  const { x, y, box } = await middleOf(stage)
  await page.mouse.move(x, y)
  for (let notch = 0; notch < 5; notch++) await page.mouse.wheel(0, -100)
  await expect(crop.getByText('1×', { exact: true })).toAppear()
  await expect(crop.getByText('90°', { exact: true })).toAppear()
  await page.mouse.down()
  await page.mouse.move(x - box / 2, y - box / 2, { steps: 4 })
  await page.mouse.up()
  await crop.getByRole('button', { name: 'Use picture' }).click()
  await expect(crop).toDisappear()
  await expect(picker.getByRole('button', { name: 'Crop' })).toHaveFocus()
  expect(await countDifferent(picker, rotatedCorner)).toBeLessThan(softPixels)

  // Arrow keys move the picture by a fiftieth of the box, back to the other corner.
  await page.keyboard.press('Enter')
  await stage.focus()
  for (let steps = 0; steps < 50; steps++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('-')
  await page.keyboard.press('+')
  await crop.getByRole('button', { name: 'Cancel' }).click()
  await expect(crop).toDisappear()
  expect(await countDifferent(picker, rotatedCorner)).toBeLessThan(softPixels)
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toAppear()
})

test('by touch: two fingers scale and rotate, one moves', async () => {
  const { page, form, crop, stage, picker } = await openNewChannelForm({ language: 'nl' })
  await form.locator('input[type=file]').setInputFiles(file)
  await expect(crop).toAppear()
  await expect(crop.getByText('Schaal en draai met twee vingers.', { exact: false })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  const { x, y, box } = await middleOf(stage)
  const { send: touch } = await touchPage(page)
  await touch('touchStart', [x - 30, y], [x + 30, y])
  for (let part = 1; part <= 8; part++) {
    const [angle, radius] = [(part / 8) * (Math.PI / 2), 30 + (part / 8) * 30]
    const [dx, dy] = [Math.cos(angle) * radius, Math.sin(angle) * radius]
    await touch('touchMove', [x - dx, y - dy], [x + dx, y + dy])
  }
  await touch('touchEnd')
  await expect(crop.getByText('1×', { exact: true })).toAppear()
  await expect(crop.getByText('90°', { exact: true })).toAppear()
  await touch('touchStart', [x, y])
  for (let part = 1; part <= 4; part++) await touch('touchMove', [x - (box / 8) * part, y - (box / 8) * part])
  await touch('touchEnd')
  await crop.getByRole('button', { name: 'Gebruik afbeelding' }).click()
  expect(await countDifferent(picker, rotatedCorner)).toBeLessThan(softPixels)
})

test('accepts dropped, pasted and uncropped pictures; too big ones are fitted by cropping, and refused otherwise', async () => {
  const { page, form, crop, picker } = await openNewChannelForm({ size: 'desktop' })
  // Other files are refused with a message. Dropping them anywhere in the dialog doesn't leave the page.
  await dropFiles(picker, notesPath)
  await expect(picker.getByText('This isn’t a picture')).toAppear()
  await dropFiles(form.getByLabel('Name'), fourColoursPath)
  await dropFiles(picker, notesPath, fourColoursPath)
  await crop.getByRole('button', { name: 'Use picture' }).click()
  expect(await countDifferent(picker, fourColoursPng)).toBeLessThan(softPixels)
  await picker.getByRole('button', { name: 'Remove picture' }).click()
  await picker.evaluate(
    (place, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'given.png', { type: 'image/png' }))
      place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [...fourColoursPng],
  )
  await crop.getByRole('button', { name: 'Don’t crop' }).click()
  expect((await pixelsOfChosen(picker)).width).toBe(400)

  // Cameras that were held sideways note that in EXIF data.
  const photo = await sharp(fourColoursPng).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).withMetadata({ orientation: 6 }).toBuffer()
  await form.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await crop.getByRole('button', { name: 'Use picture' }).click()
  await expect(crop).toDisappear()
  expect(await countDifferent(picker, await sharp(fourColoursPng).rotate(90).png().toBuffer())).toBeLessThan(softPixels)

  const noise = await sharp({
    create: { width: 1200, height: 1200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer()
  expect(noise.length).toBeGreaterThan(1_400_000)
  const large = { name: 'large.png', mimeType: 'image/png', buffer: noise }
  await form.locator('input[type=file]').setInputFiles(large)
  await expect(crop.getByText('Crop the picture to make it fit.', { exact: false })).toAppear()
  await crop.getByRole('button', { name: 'Use picture' }).click()
  await expect(crop).toDisappear()
  const size = await picker
    .locator('img[src^="blob:"]')
    .evaluate(async ({ src }: HTMLImageElement) => (await (await fetch(src)).blob()).size)
  expect(size).toBeLessThan(1_400_001)
  await form.locator('input[type=file]').setInputFiles(large)
  await crop.getByRole('button', { name: 'Don’t crop' }).click()
  await expect(form.getByText('Logo must be less than 1MB.')).toAppear()
  await form.getByLabel('Name').fill('Too big')
  await form.getByRole('button', { name: 'Make channel' }).click()
  await expect(form.getByText('Logo must be less than 1MB.')).toAppear()
  expect(await page.getByRole('dialog').count()).toBe(1)
})

test.for([
  ['a tablet', 'tablet', 16],
  ['a phone on its side', 'landscape', 16],
  ['a phone with letters twice as large', 'phone', 32],
  ['320 px', 'narrow', 16],
] as const)('on %s cropping has room: nothing is cut off, and two fingers work', async ([, size, fontPx]) => {
  const { page, form, crop, stage, picker } = await openNewChannelForm({ size, language: 'nl', fontPx })
  await form.locator('input[type=file]').setInputFiles(file)
  await expect(crop).toAppear()
  expect(await findDialogOverflow(crop)).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  await stage.scrollIntoViewIfNeeded()
  expect(await isInView(stage)).toBe(true)
  // The picture and the controls are also visible together on a phone in landscape.
  if (size === 'landscape') expect(await isInView(crop.getByRole('button', { name: 'Niet bijsnijden' }))).toBe(true)
  const { x, y } = await middleOf(stage)
  const { send } = await touchPage(page)
  await send('touchStart', [x - 30, y], [x + 30, y])
  for (let part = 1; part <= 4; part++) await send('touchMove', [x - 30 - 8 * part, y], [x + 30 + 8 * part, y])
  await send('touchEnd')
  // Fingers twice as far apart make a picture twice as large, from 0.5 to 1.
  await expect(crop.getByText('1×', { exact: true })).toAppear()
  await crop.getByRole('button', { name: 'Gebruik afbeelding' }).tap()
  await expect(crop).toDisappear()
  expect((await pixelsOfChosen(picker)).width).toBe(200)
})

test('slow or failing crop code is reported, and the next attempt works', async () => {
  const { page, form, crop, picker } = await openNewChannelForm({ size: 'desktop', expected: /ERR_FAILED|Failed to load resource/ })
  const code = '**/assets/*/CropDialog-*'
  let fail: () => void = () => {}
  const hasFailed = new Promise<void>((resolve) => (fail = resolve))
  await page.route(code, (route) => hasFailed.then(() => route.abort()))
  const choose = picker.getByRole('button', { name: 'Choose a picture' })
  await form.getByLabel('Name').fill('Kept')
  await form.locator('input[type=file]').setInputFiles(file)
  await expect.poll(() => choose.getAttribute('aria-busy')).toBe('true')
  fail()
  await expect(page.locator('[data-toasts]').getByText(textsIn('en').ui('load.failed'))).toAppear()
  await expect.poll(() => choose.getAttribute('aria-busy')).not.toBe('true')
  expect(await form.getByLabel('Name').inputValue()).toBe('Kept')
  await page.unroute(code)
  await form.locator('input[type=file]').setInputFiles(file)
  await crop.getByRole('button', { name: 'Use picture' }).click()
  expect(await countDifferent(picker, fourColoursPng)).toBeLessThan(softPixels)
})

test('a picture is fetched from an address by the server, or else by the browser', async () => {
  const { form, crop, picker } = await openNewChannelForm({ size: 'desktop', expected: /status of 422|CORS|ERR_FAILED/ })
  await picker.getByRole('button', { name: 'Use an address' }).click()
  const address = picker.getByLabel('Address of a picture')
  await expect(address).toHaveFocus()
  await address.fill(`${otherSiteUrl}/closed.png`)
  await address.press('Enter')
  await expect(picker.getByText('Link is not valid')).toAppear()
  await address.fill(`${fixturesUrl}/nothing.png`)
  await address.press('Enter')
  await expect(picker.getByText('Something went wrong. There is no picture at this address.')).toAppear()
  await address.fill(`${otherSiteUrl}/shared.png`)
  await picker.getByRole('button', { name: 'Get picture' }).click()
  await crop.getByRole('button', { name: 'Use picture' }).click()
  expect(await countDifferent(picker, fourColoursPng)).toBeLessThan(softPixels)

  await picker.getByRole('button', { name: 'Use an address' }).click()
  await address.fill(`${fixturesUrl}/watch/harbour`)
  await address.press('Enter')
  await crop.getByRole('button', { name: 'Use picture' }).click()
  const { data, width, height } = await pixelsOfChosen(picker)
  // The size of a crop from 300 × 200 px, at the smallest scale that fills the box.
  expect([width, height]).toEqual([187, 187])
  expect([...data.subarray(0, 3)].map((part, index) => Math.abs(part - [0x2a, 0x6f, 0x97][index]!) < 8)).toEqual([true, true, true])
  await expect(form).toAppear()
})
