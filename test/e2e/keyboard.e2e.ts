import type { Locator } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { axeViolations } from './axe.ts'
import { demoHome, demoPerson, makeChannel } from './demo.ts'
import { tabThrough } from './tab-order.ts'
import { isInView, visitors } from './visitors.ts'

const visit = visitors()

/** Opens the home page, and waits until it has rendered. */
async function openHome() {
  const page = await visit({ path: '/en/', size: 'desktop' })
  await expect(page.getByRole('heading', { level: 1, name: 'Choice' })).toAppear()
  return page
}

describe('the home by keyboard', () => {
  test('Tab follows the reading order; a row is one stop, with the menu of its card', { tags: ['journey'] }, async () => {
    const [first, second] = await demoHome()
    const [series, other] = [first!.series[0]!, second!.series[0]!]
    const page = await openHome()
    const stops = await tabThrough(page, 14)
    // The channel's name is read from its link, because each visit opens with another channel.
    const hero = /^link "(.+)"$/.exec(stops[4]!)?.[1]
    expect(stops).toEqual([
      'link "Skip to the content"',
      'link "Log in"',
      'link "Live TV"',
      expect.stringMatching(/^button "Hide/),
      `link "${hero}"`,
      `link "Watch ${hero}"`,
      'button "Make a channel"',
      'button "How it works"',
      'link "Packages"',
      `link "${first!.name}"`,
      expect.stringContaining(series.videos[0]!.title),
      `button "Actions for ${series.videos[0]!.title}"`,
      `link "${second!.name}"`,
      expect.stringContaining(other.videos[0]!.title),
    ])
    expect(await tabThrough(page, 2, 'Shift+Tab')).toEqual([`link "${second!.name}"`, `button "Actions for ${series.videos[0]!.title}"`])
  })

  test('the first stop skips to the content', async () => {
    const page = await openHome()
    await page.keyboard.press('Tab')
    expect(await isInView(page.getByRole('link', { name: 'Skip to the content' }))).toBe(true)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toHaveFocus()
  })

  test('arrow keys work as on a remote: along a row, to the next one and back; Enter plays', { tags: ['journey'] }, async () => {
    const [first, second] = await demoHome()
    const [{ videos }, { videos: below }] = [first!.series[0]!, second!.series[0]!] as const
    const page = await openHome()
    const card = (title: string) => page.getByRole('listitem').getByRole('link', { name: title }).first()
    await card(videos[0]!.title).focus()
    await page.keyboard.press('ArrowRight')
    await expect(card(videos[1]!.title)).toHaveFocus()
    await page.keyboard.press('ArrowLeft')
    await expect(card(videos[0]!.title)).toHaveFocus()
    // The home page renders its rows one after another.
    await expect(card(below[0]!.title)).toAppear()
    await page.keyboard.press('ArrowDown')
    await expect(card(below[0]!.title)).toHaveFocus()
    await page.keyboard.press('ArrowUp')
    await expect(card(videos[0]!.title)).toHaveFocus()
    for (let index = 1; index < videos.length; index++) await page.keyboard.press('ArrowRight')
    await expect(card(videos.at(-1)!.title)).toHaveFocus()
    await expect.poll(() => isInView(card(videos.at(-1)!.title))).toBe(true)

    await card(videos[0]!.title).focus()
    await page.keyboard.press('Enter')
    await expect(page).toPlay()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: first!.name })).toAppear()
  })

  test('navigation moves the focus to the content', async () => {
    const page = await openHome()
    await page.getByRole('link', { name: 'Settings' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main', { name: 'Settings' })).toHaveFocus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toAppear()
  })
})

test('a dialog traps the focus and restores it', { tags: ['journey'] }, async () => {
  const page = await openHome()
  const opener = page.getByRole('button', { name: 'How it works' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toAppear()
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toDisappear()
  await expect(opener).toHaveFocus()
})

describe('the user’s own channel by keyboard', () => {
  async function ownChannel() {
    const { client, browserStorage } = await demoPerson('marieke')
    const id = await makeChannel('marieke', `By keyboard ${Date.now()}`, { First: 3, Second: 2 })
    onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
    const channel = await client(channelsContract.getPlaylist, { params: { id }, query: {} })
    const page = await visit({ path: `/en/my-playlists?playlist=${channel.id}`, size: 'desktop', browserStorage })
    const series = channel.series[0]!
    const card = page.getByRole('region', { name: series.name, exact: true }).getByRole('link', { name: series.videos[0]!.title })
    await expect(card).toAppear()
    return { page, channel, series, card, title: series.videos[0]!.title }
  }

  test('a video’s menu opens beside it, supports arrow keys, and restores the focus', { tags: ['journey'] }, async () => {
    const { page, card, title } = await ownChannel()
    const dots = page.getByRole('button', { name: `Actions for ${title}` }).last()
    await card.focus()
    await page.keyboard.press('Tab')
    await expect(dots).toHaveFocus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu', { name: title })).toAppear()
    await expect(page.getByRole('menuitem', { name: 'Edit episode' })).toHaveFocus()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Edit episode' })).toHaveFocus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toDisappear()
    await expect(dots).toHaveFocus()
  })

  test('a form opened from a menu focuses its first field, and asks before discarding changes', async () => {
    const { page, card, title } = await ownChannel()
    await card.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit episode' })).toHaveFocus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit episode' })
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveFocus()
    await page.keyboard.type('Not this')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Discard your changes?' }))
    await expect.poll(() => question.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(question).toDisappear()
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveFocus()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(dialog).toDisappear()
    await expect(page.getByRole('button', { name: `Actions for ${title}` }).last()).toHaveFocus()
    await expect(card).toAppear()
  })

  /** Returns a menu's rows in order: names and separators. */
  const offered = async (menu: Locator) => (await menu.getByRole('menuitem').allInnerTexts()).map((row) => row.split('\n')[0])

  test('all menus have the same actions, and a shortcut can be undone', async () => {
    const { page, card, series, title } = await ownChannel()
    const dots = page.getByRole('button', { name: `Actions for ${title}` }).last()
    const menu = page.getByRole('menu', { name: title })
    const openings = [
      () => card.click({ button: 'right' }),
      () => dots.click(),
      async () => {
        await card.focus()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
      },
    ]
    const lists: unknown[] = []
    for (const open of openings) {
      await open()
      await expect(menu).toAppear()
      lists.push(await offered(menu))
      await page.keyboard.press('Escape')
      await expect(menu).toDisappear()
    }
    await card.focus()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'What do you want to do?' })
    await expect(palette.getByRole('combobox')).toHaveFocus()
    expect(await axeViolations(page)).toEqual([])
    lists.push((await palette.getByRole('group', { name: title }).getByRole('option').allInnerTexts()).map((row) => row.split('\n')[0]))
    expect(lists[0]).toContain('Move item later')
    expect(lists).toEqual([lists[0], lists[0], lists[0], lists[0]])

    const titles = () =>
      page.getByRole('region', { name: series.name, exact: true }).getByRole('listitem').getByRole('link').allInnerTexts()
    const [first, second] = series.videos
    const starts = async () =>
      (await titles()).slice(0, 2).map((text) => [first, second].find((video) => text.includes(video!.title))?.title)
    await page.keyboard.type('item later')
    await page.keyboard.press('Enter')
    await expect(palette).toDisappear()
    await expect.poll(starts).toEqual([second!.title, first!.title])
    await expect(card).toHaveFocus()
    await page.keyboard.press('Control+z')
    await expect.poll(starts).toEqual([first!.title, second!.title])
    await card.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(starts).toEqual([second!.title, first!.title])
    await page.keyboard.press('Control+z')
    await expect.poll(starts).toEqual([first!.title, second!.title])
    await page.keyboard.press('Control+Shift+Z')
    await expect.poll(starts).toEqual([second!.title, first!.title])
    await page.keyboard.press('Control+z')
    await expect.poll(starts).toEqual([first!.title, second!.title])
  })

  test('L likes the focused video: a heart shows, also after a reload; Ctrl+Z undoes it', async () => {
    const { page, card, title } = await ownChannel()
    const heart = page.getByRole('button', { name: `Unlike “${title}”` })
    expect(await heart.count()).toBe(0)
    await card.focus()
    await page.keyboard.press('l')
    await expect(heart).toAppear()
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await expect(heart).toAppear()
    await card.focus()
    await page.keyboard.press('l')
    await expect(heart).toDisappear()
    await page.keyboard.press('Control+z')
    await expect(heart).toAppear()
    await heart.click()
    await expect(heart).toDisappear()
  })

  test('the palette opens any own channel; ? lists all shortcuts, and single keys can be disabled', async () => {
    const { page, card } = await ownChannel()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'What do you want to do?' })
    const own = palette.getByRole('group', { name: 'Your channels' }).getByRole('option')
    await expect(own.filter({ hasText: 'Watch later' })).toAppear()
    await page.keyboard.type('watch lat')
    await expect.poll(() => own.count()).toBe(1)
    await expect(palette.getByRole('option', { name: 'See all results for “watch lat”' })).toAppear()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Watch later' })).toAppear()
    await page.goBack()

    await expect(card).toAppear()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toAppear()
    expect(await axeViolations(page)).toEqual([])
    const helpText = await help.innerText()
    for (const words of ['On a channel', 'Edit channel', 'On a video', 'Like', 'While arranging', 'Player', 'Ctrl+K', 'Esc'])
      expect(helpText).toContain(words)
    const single = help.getByRole('switch', { name: 'Single-key shortcuts' })
    await single.click()
    await page.keyboard.press('Escape')
    await expect(help).toDisappear()
    await card.focus()
    for (const key of ['?', 'e']) await page.keyboard.press(key)
    await page.keyboard.press('Control+k')
    await expect(palette).toAppear()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.type('keyboard short')
    await page.keyboard.press('Enter')
    await expect(help).toAppear()
    await single.click()
    await page.keyboard.press('Escape')
    await expect(help).toDisappear()
    await page.keyboard.press('?')
    await expect(help).toAppear()
  })

  test('a link pasted on the page starts a new video of the channel', async () => {
    const { page } = await ownChannel()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'https://vimeo.com/76979871')
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    await expect(dialog).toAppear()
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Link' }).inputValue()).toBe('https://vimeo.com/76979871')
  })
})
