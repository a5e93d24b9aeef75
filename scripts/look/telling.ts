import {
  type Act,
  answer,
  channelMenu,
  dialog,
  endless,
  failed,
  failing,
  post,
  press,
  reload,
  reloadAtOnce,
  type Screen,
  shortly,
  steps,
  visit,
} from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const read = /\/api\/notifications(\?|$)/
const settingsRead = '**/api/user/notification-settings'
const bell: Act = (page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: text((t) => t.notifications.bell.label) })
    .or(page.getByRole('banner').getByRole('button', { name: text((t) => t.notifications.bell.unread.other) }))
    .click()
const open = steps(bell, dialog, shortly)

const playsAWhile: Act = (page) => page.waitForTimeout(1500)

/** Link previews on other sites, notifications and their settings, and reports. */
export function tellingScreens({ shown, own, drawn }: DemoChannels): Screen[] {
  const told = (
    [
      ['2 new videos in Night trains', 2, null],
      ['demo.rita shared “Everything that can be mended on a Sunday afternoon, and what it takes”', 25, null],
      ['demo.yusuf and 3 others follow Slow Waters', 190, '2026-11-22T11:00:00.000Z'],
      ['We have reviewed your report. Thank you.', 60 * 50, '2026-11-20T11:00:00.000Z'],
    ] as const
  ).map(([words, minutesAgo, read_at], at) => ({
    id: `notice00${at}00`,
    kind: 'new_items',
    text: words,
    url: '/en/playlists',
    image: at === 0 ? shown.icon : null,
    created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    read_at,
  }))
  const telling = (unread: number, data: readonly object[] = told): Act =>
    steps(answer(read, 200, { data, next_cursor: null, unread }), answer('**/api/notifications/read', 200, { unread }), reload, shortly)
  const mine = { path: '/my-playlists', as: 'marieke' } as const
  const list = { path: '/settings?view=inbox', as: 'marieke' } as const
  const settings = { path: '/settings?view=notifications', as: 'marieke' } as const
  const report = steps(channelMenu, press(text((t) => t.reports.action)), dialog, shortly)
  const foreign = { path: `/playlists?playlist=${shown.id}`, as: 'iris' } as const
  const about = { url: 'https://choice.example/en/playlists', reportable_id: shown.id, reportable_type: 'playlist' }
  /** Shows two reports to an operator. */
  const reported = (reportables: readonly object[]): Act => steps(post('/api/report', ...reportables), visit('/operator/reports'), shortly)
  const other: Act = (page) =>
    page
      .getByRole('dialog')
      .getByRole('radio', { name: text((t) => t.reports.other) })
      .click()
  const video = shown.series[0]?.videos[0]?.id
  const outside = { isOutside: true } as const
  return [
    { ...outside, name: 'embed', path: `/embed/${video}` },
    {
      ...outside,
      name: 'embed-playing',
      path: `/embed/${video}`,
      act: steps((page) => page.locator('#stage button').click(), playsAWhile),
    },
    { ...outside, name: 'embed-channel', path: `/embed/channel/${shown.id}` },
    { ...outside, name: 'embed-gone', path: '/embed/AAAAAAAAAAA' },
    { ...outside, name: 'card-channel', path: `/media/cards/playlist/${shown.id}.jpg` },
    { ...outside, name: 'card-video', path: `/media/cards/video/${video}.jpg` },
    { ...outside, name: 'card-drawn', path: `/media/cards/playlist/${drawn.id}.jpg` },
    { name: 'notifications-bell', ...mine, act: telling(3) },
    { name: 'notifications-open', ...mine, act: steps(telling(2), open) },
    { name: 'notifications-open-filled', ...mine, filled: true, act: steps(telling(100), open) },
    { name: 'notifications-open-none', ...mine, act: steps(telling(0, []), open) },
    { name: 'notifications-list', ...list, act: telling(2) },
    { name: 'notifications-list-none', ...list, act: telling(0, []) },
    { name: 'notifications-list-guest', path: list.path },
    { name: 'notifications-list-loading', ...list, act: steps((page) => page.route(read, () => undefined), reloadAtOnce) },
    { name: 'notifications-list-failed', ...list, act: steps(answer(read, 500, { message: '', errors: {} }), reload, failed) },
    { name: 'notifications-settings', ...settings },
    { name: 'notifications-settings-filled', ...settings, filled: true },
    {
      name: 'notifications-settings-failed',
      ...settings,
      act: steps(answer(settingsRead, 500, { message: '', errors: {} }), reload, failed),
    },
    {
      name: 'operator-reports',
      path: '/playlists',
      as: 'operator',
      act: reported([
        { ...about, report_type_id: 1, message: 'This shows my street, my house and my children, and nobody has asked me.' },
        { ...about, report_type_id: 2, reportable_type: 'video', reportable_id: video },
      ]),
    },
    { name: 'report', ...foreign, act: report },
    { name: 'report-other', ...foreign, act: steps(report, other, shortly) },
    { name: 'report-failed', ...foreign, act: steps(answer('**/api/reportTypes', 500, { message: '', errors: {} }), report, failed) },
    { name: 'history-loading', path: '/playlists?recent-view=true', as: 'marieke', act: steps(endless, reloadAtOnce) },
    { name: 'history-failed', path: '/playlists?recent-view=true', as: 'marieke', act: steps(failing, reloadAtOnce, failed) },
    { name: 'following-loading', path: '/following', as: 'marieke', act: steps(endless, reloadAtOnce) },
    {
      name: 'share-private',
      path: `/my-playlists?playlist=${own.id}`,
      as: 'marieke',
      act: steps(press(text((t) => t.channels.share.name)), dialog),
    },
  ]
}
