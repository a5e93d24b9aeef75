import type { Page } from 'playwright'
import { type Act, alert, channelMenu, dialog, escape, press, type Screen, shortly, steps, type, unsent } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const editChannel = steps(channelMenu, press(text((t) => t.channels.edit.title)), dialog)
const dots = text((t) => t.shell.screen.menu)
const editSeries: Act = async (page) => {
  await page.getByRole('main').getByRole('region').first().getByRole('button', { name: dots }).first().click()
  await press(text((t) => t.channels.series.edit.title))(page)
  await dialog(page)
}
const openVideoMenu: Act = (page) => page.locator('main [data-card] > a').first().click({ button: 'right' })
const editVideo = steps(openVideoMenu, press(text((t) => t.channels.video.edit)), dialog)

const inDialog = (page: Page) => page.getByRole('dialog')
const rename: Act = (page) => inDialog(page).getByRole('textbox').first().fill('Another name')
const clear = type(
  text((t) => t.channels.fields.name),
  '',
)
const send: Act = (page) => inDialog(page).locator('button[type=submit]').click()
const refused: Act = (page) =>
  page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: { message: '', errors: {} } }),
  )
const dialogCode = '**/assets/**/*Dialog-*.js'
const slow: Act = (page) => page.route(dialogCode, () => undefined)

/** The dialogs that edit a channel, a series and a video: while loading and saving, and when saving fails. */
export function editScreens({ own, shown }: DemoChannels): Screen[] {
  const mine = { path: `/my-playlists?playlist=${own.id}`, as: 'marieke' } as const
  const each = (name: string, open: Act): Screen[] => [
    { name: `edit-${name}-saving`, ...mine, act: steps(unsent, open, rename, send, shortly) },
    { name: `edit-${name}-failed`, ...mine, act: steps(refused, open, rename, send, alert) },
  ]
  return [
    ...each('channel', editChannel),
    ...each('series', editSeries),
    ...each('video', editVideo),
    { name: 'edit-channel-wrong', ...mine, act: steps(editChannel, clear, shortly) },
    {
      name: 'edit-channel-loading',
      ...mine,
      act: steps(slow, channelMenu, press(text((t) => t.channels.edit.title)), shortly),
    },
    { name: 'guest-menu-video', path: `/playlists?playlist=${shown.id}`, act: steps(openVideoMenu, shortly) },
    { name: 'guest-menu-channel', path: `/playlists?playlist=${shown.id}`, act: steps(channelMenu, shortly) },
    { name: 'guest-menu-home', path: '/playlists', act: steps(openVideoMenu, shortly, escape, openVideoMenu, shortly) },
  ]
}
