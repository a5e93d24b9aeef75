import type { Page } from 'playwright'
import { type Act, alert, channelMenu, dialog, press, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

/** A still of the demonstration. */
export const still = 'server/demo/assets/pictures/KQ2ZiSjoPaxKa2yk-1200x800-3d7b88/1200.webp'

const give =
  (file: string | { name: string; mimeType: string; buffer: Buffer }): Act =>
  (page) =>
    page.locator('input[type=file]').first().setInputFiles(file)

const editChannel: Act = steps(channelMenu, press(text((t) => t.channels.edit.title)), dialog)
const editVideo: Act = steps(
  (page) => page.locator('main [data-card] > a').first().click({ button: 'right' }),
  press(text((t) => t.channels.video.edit)),
  dialog,
)
const crop = (page: Page) => page.getByRole('dialog', { name: text((t) => t.ui.crop.title) })
const cropping: Act = steps(give(still), (page) => crop(page).waitFor(), shortly)
const cropCode = '**/assets/*/CropDialog-*.js'
const later: Act = (page) => page.waitForTimeout(1500)
const byKeys =
  (...keys: readonly string[]): Act =>
  async (page) => {
    await crop(page).getByRole('application').focus()
    for (const key of keys) await page.keyboard.press(key)
    await shortly(page)
  }
const fetchFrom =
  (address: string): Act =>
  async (page) => {
    await press(text((t) => t.ui.image.by_address))(page)
    const field = page.getByLabel(text((t) => t.ui.image.address))
    await field.fill(address)
    await field.press('Enter')
  }

/** A picture above the size limit. */
const noise = async () => {
  const { default: sharp } = await import('sharp')
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 1200, height: 800, channels: 3, background: '#888', noise: grain } })
    .png()
    .toBuffer()
}

/** Choosing and cropping a picture. */
export function pictureScreens({ own }: DemoChannels): Screen[] {
  const mine = { path: `/my-playlists?playlist=${own.id}`, as: 'marieke' } as const
  return [
    { name: 'picture-crop', ...mine, act: steps(editChannel, cropping) },
    { name: 'picture-crop-item', ...mine, act: steps(editVideo, cropping) },
    {
      name: 'picture-crop-turned',
      ...mine,
      act: steps(editVideo, cropping, byKeys('+', '+', '+', ']', ']', ']', 'ArrowLeft', 'ArrowLeft')),
    },
    { name: 'picture-crop-loading', ...mine, act: steps(editChannel, (page) => page.route(cropCode, () => undefined), give(still), later) },
    {
      name: 'picture-crop-failed',
      ...mine,
      act: steps(editChannel, (page) => page.route(cropCode, (route) => route.abort()), give(still), later),
    },
    {
      name: 'picture-too-big',
      ...mine,
      act: steps(
        editChannel,
        async (page) => give({ name: 'a.png', mimeType: 'image/png', buffer: await noise() })(page),
        (page) => crop(page).waitFor(),
        shortly,
      ),
    },
    {
      name: 'picture-too-big-refused',
      ...mine,
      act: steps(
        editChannel,
        async (page) => give({ name: 'a.png', mimeType: 'image/png', buffer: await noise() })(page),
        press(text((t) => t.ui.crop.as_it_is)),
        shortly,
      ),
    },
    { name: 'picture-cropped', ...mine, act: steps(editChannel, cropping, press(text((t) => t.ui.crop.done)), shortly) },
    { name: 'picture-address-wrong', ...mine, act: steps(editVideo, fetchFrom('http://10.0.0.1/x.png'), alert) },
    {
      name: 'picture-unreadable',
      ...mine,
      act: steps(editChannel, give({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }), alert),
    },
  ]
}
