import { sql } from 'kysely'
import type { Locator, Page } from 'playwright'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { walletContract } from '#features/wallet/contract.ts'
import type { Client } from '../serve.ts'
import { actCompletely, openCompletely, openByLink } from './open-completely.ts'

const markup = `"'><img src=x onerror="window.planted=1"><script>window.planted=1</script>`
/** Ends the isolation around the text, then reverses the text direction and never ends that. */
const override = '\u2069\u202Edrawkcab'
const longWord = 'W'.repeat(120)
/** Ends each planted text, so that the text after it can be found on the page. */
export const plantedEnd = 'DNE'

/** Returns a hostile text of at most `max` characters. */
const hostile = (max = 1000) =>
  `${`${markup}\u0001\u0085\uFEFFjavascript:window.planted=1 ${longWord}`.slice(0, max - override.length - plantedEnd.length)}${override}${plantedEnd}`
const script = 'javascript:window.planted=1'

export interface PlantedIds {
  /** Id of a user with all planted texts. */
  user: string
  /** A kind of jobs whose failed jobs contain planted texts. */
  kind: string
}

/**
 * Stores hostile texts in all data of users that operators read. Writes some directly to the database, because earlier versions, imports
 * and commands could have stored them unchecked. Stores the others by calls of operators.
 */
export async function plantEverywhere(db: Db, client: Client): Promise<PlantedIds> {
  const [user, playlist, series, video, orphan, team] = Array.from({ length: 6 }, newId) as [string, string, string, string, string, string]
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`insert into account (id, email, password_hash, nickname, nickname_key, suspended_reason, suspended_until, first_name)
    values (${user}, ${`${user}+"><img>@example.com`}, 'none', ${hostile(30)}, ${user.toLowerCase()}, ${hostile()}, 'infinity', ${hostile(100)})`)
  await run(sql`insert into session (id, account_id, cookie_hash, user_agent, expires_at)
    values (${user}, ${user}, sha256(${user}::text::bytea), ${hostile(300)}, now() + interval '1 day')`)
  await run(sql`insert into playlist (id, user_id, name, description, status_id, position, default_rank, public_since)
    values (${playlist}, ${user}, ${hostile(50)}, ${hostile()}, 3, 1, 1, now())`)
  await run(sql`insert into series (id, playlist_id, name, position) values (${series}, ${playlist}, ${hostile(250)}, 1)`)
  await run(sql`insert into video (id, series_id, title, src, kind, site, position)
    values (${video}, ${series}, ${hostile(250)}, 'https://videos.example/a.mp4', 'file', 'videos.example', 1)`)
  await run(sql`insert into team (id, name) values (${team}, ${hostile(50)})`)
  await run(sql`insert into team (id, name) values (${orphan}, ${hostile(50)})`)
  await run(
    sql`insert into playlist (id, user_id, team_id, name, status_id, position) values (${orphan}, ${user}, ${orphan}, ${hostile(50)}, 1, 2)`,
  )
  await run(sql`insert into team_member (user_id, team_id, is_admin) values (${user}, ${team}, true)`)
  for (const field of ['user_id', 'playlist_key', 'series_id', 'video_id'] as const) {
    const key = {
      user_id: sql`${user}`,
      playlist_key: sql`(select key from playlist where id = ${playlist})`,
      series_id: sql`${series}`,
      video_id: sql`${video}`,
    }[field]
    await run(sql`insert into report (reporter_id, report_type_id, ${sql.ref(field)}, url, message, note, answer, answered_at)
      values (${user}, 9, ${key}, ${script}, ${hostile()}, ${hostile()}, ${hostile()}, now())`)
  }
  await run(sql`delete from video where id = ${video}`)
  await run(sql`insert into user_warning (id, account_id, text) values (${user}, ${user}, ${hostile()})`)
  await run(sql`insert into user_note (account_id, author_name, text) values (${user}, ${hostile(250)}, ${hostile()})`)
  for (const warning of [sql`null`, sql`${user}`])
    await run(sql`insert into appeal (account_id, warning_id, secret_hash, expires_at, text, made_at)
      values (${user}, ${warning}, sha256(random()::text::bytea), now() + interval '1 day', ${hostile()}, now())`)
  await run(sql`insert into upload (id, user_id, title, filename, size, state, reason, stored_bytes, ended_at)
    values (${user}, ${user}, ${hostile(250)}, ${hostile(250)}, 5000000, 'failed', 'interrupted', 5000000, now())`)
  await run(sql`insert into storage_person (user_id, bytes, files) values (${user}, 900000000000, 3) on conflict do nothing`)
  for (const name of ['uploads-process', 'mail', hostile(200)])
    await run(sql`insert into job (name, payload, max_attempts, attempts, state, error, owner_id, finished_at)
      values (${name}, ${JSON.stringify({ id: hostile() })}, 3, 3, 'dead', ${hostile()}, ${user}, now())`)
  await run(sql`insert into tv_source (id, kind, name, url, failures, guides)
    values (${user}, 'm3u', ${hostile(250)}, ${script}, 2, ${[script]})`)
  await run(sql`insert into tv_import (source_id, status, failure, finished_at, problems)
    values (${user}, 'failed', 'operator.sources.failed', now(), ${JSON.stringify([{ line: 1, code: 'too_many', detail: hostile() }])})`)
  await run(sql`insert into tv_channel (id, name, groups, stream_url, position, logo_url)
    values (${user}, ${hostile(250)}, ${[hostile(100)]}, 'https://streams.example/a.m3u8', 1, ${script})`)
  await run(
    sql`insert into guide_channel (source_id, key, name, icon_url, hash) values (${user}, ${hostile(250)}, ${hostile(250)}, ${script}, 1)`,
  )
  await run(sql`insert into promotion (tv_channel_id, position) values (${user}, 1)`)
  await run(sql`insert into coupon (code, percent, batch) values ('PLANTED1', 10, ${hostile(100)})`)
  await run(sql`insert into tier (id, name, description, package_name, price, is_free, position)
    values (${user}, ${hostile(250)}, ${hostile()}, ${hostile(250)}, 100, false, 99)`)
  await run(sql`insert into audit (actor_name, act, thing_type, thing_id, thing_name, person_id, before, after, reason)
    values (${hostile(250)}, 'user.rights', 'user', ${user}, ${hostile(250)}, ${user}, ${JSON.stringify({ [hostile(60)]: hostile() })},
      ${JSON.stringify({ [hostile(60)]: hostile() })}, ${hostile()})`)
  await run(sql`insert into site_setting (name, value) values ('names', ${JSON.stringify({ blocked: [hostile(60)] })})`)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const settings = await client(siteContract.listSettings, {})
  const text = hostile(150)
  await client(siteContract.changeSetting, {
    body: {
      name: 'announcement',
      value: { message: { en: text, nl: text, until } },
      version: settings.announcement.version,
      reason: hostile(500),
    },
  })
  await client(siteContract.createInvitation, { body: { note: hostile(200), max_uses: 2, expires_at: until } })
  const welcome = await client(siteContract.getWelcome, { params: { page: 'globe' } })
  const words = { title: hostile(60), description: hostile(300) }
  await client(siteContract.saveWelcome, {
    params: { page: 'globe' },
    body: { content: { en: words, nl: words, images: [], carousels: [] }, publish: true, version: welcome.version },
  })
  await client(walletContract.adjustBalance, { body: { user_id: user, direction: 'add', amount: '1.00', note: hostile(500) } })
  await client(operatorContract.addNote, { params: { id: user }, body: { text: hostile() } })
  return { user, kind: 'uploads-process' }
}

/** Finds planted texts that ran as code, became elements or addresses, don't fit, or reverse the text after them. */
export const findInsertedText = (page: Page): Promise<string[]> =>
  page.evaluate((end) => {
    const results: string[] = []
    const main = document.querySelector('main') ?? document.body
    if ('planted' in globalThis) results.push('a planted script ran')
    if (document.querySelector('img[src="x"], script:not([src]):not([type]):not([nonce])')?.textContent?.includes('planted'))
      results.push('planted markup became an element')
    if (document.querySelector('img[src="x"]')) results.push('planted markup became a picture')
    for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[href]'))
      if (/^\s*javascript:(?!throw)/i.test(href)) results.push(`a link to ${href}`)
    if (document.documentElement.scrollWidth > innerWidth) results.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    const isInline = (element: Element) =>
      getComputedStyle(element).display.startsWith('inline') && getComputedStyle(element).display === 'inline'
    const isIsolated = (element: Element) => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi) || element.tagName === 'BDI'
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { data } = node as Text
      const parent = node.parentElement!
      if (!data.includes('\u202E') || parent.closest('textarea, option, script, style')) continue
      const behind = data.slice(data.lastIndexOf(end) + end.length)
      if (/^[^\u2069]*[\p{L}\p{N}]/u.test(behind)) results.push(`turns “${behind.trim().slice(0, 40)}”`)
      for (let around: Node = node; around.parentElement && around !== main; around = around.parentElement) {
        if (around instanceof Element && (!isInline(around) || isIsolated(around))) break
        for (let next = around.nextSibling; next; next = next.nextSibling) {
          if (next instanceof Element && (!isInline(next) || isIsolated(next))) continue
          if (/[\p{L}\p{N}]/u.test(next.textContent ?? '')) results.push(`turns “${next.textContent!.trim().slice(0, 40)}”`)
        }
      }
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right } = range.getBoundingClientRect()
      let clips = false
      for (let around: Element | null = parent; around && around !== main; around = around.parentElement)
        clips ||= getComputedStyle(around).overflowX !== 'visible'
      if (!clips && (left < -1 || right > innerWidth + 1)) results.push(`“${data.slice(0, 30)}” reaches to ${right} px`)
    }
    return [...new Set(results)]
  }, plantedEnd)

/** A page is complete after this time without requests, in ms. */
const quietMs = 250

/**
 * Opens a page of the console and waits for its content, because some pages have no heading.
 * @param isLoaded true loads the page; by default, a link leads to it
 */
export async function openLoadedPage(page: Page, path: string, { isLoaded = false } = {}): Promise<void> {
  await (isLoaded ? openCompletely : openByLink)(page, path, quietMs)
  await page.waitForFunction(() => (document.querySelector('main')?.innerText.length ?? 0) > 30)
}

/** Chooses one of a page's views, and waits until it has its content. */
export const chooseView = (page: Page, view: Locator): Promise<void> =>
  actCompletely(page, () => view.check({ force: true }).catch(() => {}), quietMs)
