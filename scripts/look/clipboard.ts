import { type Act, dialog, press, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const onCard =
  (place: number, name: RegExp): Act =>
  async (page) => {
    await page.locator('main [data-card] > a').nth(place).click({ button: 'right' })
    await press(name)(page)
  }
const onStop =
  (place: number, name: RegExp): Act =>
  async (page) => {
    await page.locator('nav[data-row] [data-stop][href*="playlist="]').nth(place).click({ button: 'right' })
    await press(name)(page)
  }
/** Presses a card in selection mode. */
const pressCard =
  (place: number): Act =>
  (page) =>
    page.locator('main [data-card] > a').nth(place).click()

const select = text((t) => t.arranging.select.begin)
const copyItem = text((t) => t.arranging.clipboard.copy.video)
const some = steps(onCard(0, select), pressCard(1), pressCard(2))

/** Selection, the clipboard, and moving and saving. */
export function clipboardScreens({ shown, own }: DemoChannels): Screen[] {
  const mine = { path: `/my-playlists?playlist=${own.id}`, as: 'marieke' } as const
  const foreign = { path: `/playlists?playlist=${shown.id}`, as: 'iris' } as const
  return [
    { name: 'select', ...mine, act: steps(some, shortly) },
    { name: 'select-filled', ...mine, filled: true, act: steps(some, shortly) },
    { name: 'select-move', ...mine, act: steps(some, press(text((t) => t.arranging.many.move)), dialog) },
    { name: 'select-delete', ...mine, act: steps(some, press(text((t) => t.channels.many.delete)), dialog) },
    { name: 'select-bar', path: '/my-playlists', as: 'marieke', act: steps(onStop(1, select), shortly) },
    { name: 'clipboard-copied', ...mine, act: steps(onCard(0, copyItem), shortly) },
    {
      name: 'clipboard-cut',
      ...mine,
      act: steps(
        onCard(
          1,
          text((t) => t.arranging.clipboard.cut.video),
        ),
        shortly,
      ),
    },
    {
      name: 'clipboard-menu',
      ...mine,
      act: steps(onCard(0, copyItem), (page) => page.locator('main [data-card] > a').nth(1).click({ button: 'right' })),
    },
    { name: 'clipboard-add', ...mine, act: steps(onCard(0, copyItem), press(text((t) => t.arranging.clipboard.paste)), dialog) },
    {
      name: 'clipboard-confirm',
      path: '/my-playlists',
      as: 'marieke',
      act: steps(
        onStop(
          1,
          text((t) => t.arranging.clipboard.copy.playlist),
        ),
        press(text((t) => t.arranging.clipboard.paste)),
        dialog,
      ),
    },
    { name: 'clipboard-tip', ...foreign, act: steps(onCard(1, copyItem), dialog) },
    { name: 'save', ...foreign, act: steps(press(text((t) => t.channels.place.save_title)), dialog) },
    { name: 'save-guest', path: foreign.path, act: steps(press(text((t) => t.channels.place.save_title)), dialog) },
  ]
}
