import { type Act, dialog, endless, failed, failing, press, reload, reloadAtOnce, type Screen, shortly, steps } from './acts.ts'
import type { Tokens } from './demo.ts'
import { text } from './texts.ts'

const list = `#EXTM3U x-tvg-url="https://guides.example.com/all.xml.gz"
#EXTINF:-1 tvg-id="een.example" tvg-chno="101" group-title="Nieuws;Algemeen",Canal Een Extra
https://live.example.com/een/index.m3u8
#EXTINF:-1 tvg-id="twee.example" group-title="Sport",Sport Twee
https://live.example.com/twee/index.m3u8
#EXTINF:-1,Zonder groep
https://live.example.com/drie/index.m3u8
#EXTINF:-1,Niet te spelen
rtmp://live.example.com/vier
#EXTINF:-1,Canal Een Extra
https://live.example.com/een/index.m3u8
een opmerking`
const guide = `<?xml version="1.0"?>
<tv><channel id="canal.een"><display-name>Canal Een</display-name></channel>
<channel id="canal.extra"><display-name>Canal Extra</display-name></channel></tv>`

/** Prepares an operator's data: a list with errors, a failing address, a guide, and a promotion. */
export async function prepareOperator(url: string, { access_token }: Tokens): Promise<void> {
  const headers = { authorization: `Bearer ${access_token}` }
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const read = async <T>(path: string) => (await (await fetch(url + path, { headers })).json()) as T
  for (const [kind, content, name] of [
    ['m3u', list, 'zenders-2026.m3u'],
    ['xmltv', guide, 'gids.xml'],
  ] as const) {
    const body = new FormData()
    body.append('kind', kind)
    body.append('file', new File([content], name))
    await fetch(`${url}/api/operator/imports`, { method: 'POST', headers, body })
  }
  await post('/api/operator/imports', { kind: 'xmltv', url: 'http://10.0.0.1/gids-van-het-hele-land/met-een-lange-naam/guide.xml.gz' })
  const { data: tv } = await read<{ data: { id: string }[] }>('/api/operator/channels?limit=2')
  const { data: curated } = await read<{ data: { id: string }[] }>('/api/playlists/default-playlists?limit=2')
  for (const { id } of tv) await post('/api/operator/promotions', { type: 'channel', channel_id: id })
  for (const { id } of curated) await post('/api/operator/promotions', { type: 'playlist', channel_id: id })
}

const operator = text((t) => t.tvSources.operator.edit)
const first = (name: RegExp): Act => steps(press(name), dialog)
const choose: Act = async (page) => {
  for (const at of [0, 1]) await page.locator('main').getByRole('checkbox').nth(at).check()
}
const menu: Act = (page) => page.locator('main li button[aria-haspopup="menu"]').first().click()

/** The operator's TV screens. */
export function operatorScreens(): Screen[] {
  const at = (part: string) => ({ path: `/operator/tv#${part}`, as: 'operator' }) as const
  return [
    { name: 'operator-tv-sources', ...at('sources') },
    { name: 'operator-tv-sources-below', ...at('sources'), act: (page) => page.locator('main li').last().scrollIntoViewIfNeeded() },
    {
      name: 'operator-tv-import',
      ...at('sources'),
      act: steps(
        (page) =>
          page
            .getByRole('listitem')
            .filter({ hasText: 'zenders-2026' })
            .getByRole('button', { name: text((t) => t.tvSources.operator.sources.details) })
            .click(),
        dialog,
      ),
    },
    { name: 'operator-tv-sources-loading', ...at('sources'), act: steps(endless, reloadAtOnce) },
    { name: 'operator-tv-sources-failed', ...at('sources'), act: steps(failing, reload, failed) },
    { name: 'operator-tv-channels', ...at('channels') },
    { name: 'operator-tv-channels-chosen', ...at('channels'), act: steps(choose, shortly) },
    { name: 'operator-tv-channels-arranging', ...at('channels'), act: steps(press(text((t) => t.tvSources.operator.arrange)), shortly) },
    { name: 'operator-tv-channel-menu', ...at('channels'), act: steps(menu, shortly) },
    { name: 'operator-tv-channel', ...at('channels'), act: steps(menu, first(operator)) },
    { name: 'operator-tv-many', ...at('channels'), act: steps(choose, first(text((t) => t.tvSources.operator.channels.change))) },
    { name: 'operator-tv-guides', ...at('guides') },
    { name: 'operator-tv-guide', ...at('guides'), act: steps((page) => page.locator('main li button').last().click(), dialog) },
    { name: 'operator-tv-promotions', ...at('promotions') },
    { name: 'operator-tv-promote', ...at('promotions'), act: first(text((t) => t.tvSources.operator.promotions.add)) },
    { name: 'operator-tv-place', ...at('place') },
    { name: 'tv-list-promoted', path: '/channels' },
    { name: 'home-promoted', path: '/', as: 'marieke' },
  ]
}
