// `npm run look`: takes pictures of all screens and dialogs in all views of `look/views.ts`, and of animations as ten moments in one
// picture, into the folder `look`. `-- home login` takes the screens of these names; a part of a name, such as `-- own-`, takes all that
// contain it. `-- --view=phone-en,narrow` takes the views with these prefixes, `-- --fast` only the phone in English, dark.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright'
import { launchBrowser, newPerson, type Size, sizes } from '../test/e2e/browser.ts'
import { findBrowser } from './browser.mjs'
import { start } from './bench/product.ts'
import { accountScreens } from './look/accounts.ts'
import type { Screen } from './look/acts.ts'
import { arrangingScreens } from './look/arranging.ts'
import { clipboardScreens } from './look/clipboard.ts'
import { dataRightsScreens } from './look/data-rights.ts'
import { demoChannels, operatorOf, tokensOf } from './look/demo.ts'
import { editScreens } from './look/edits.ts'
import { followingScreens } from './look/following.ts'
import { framesOf, type Movement, movements } from './look/motion.ts'
import { operatorScreens, prepareOperator } from './look/operator.ts'
import { pictureScreens } from './look/pictures.ts'
import { publishingScreens } from './look/publishing.ts'
import { screens } from './look/screens.ts'
import { sheetOf } from './look/sheet.ts'
import { tellingScreens } from './look/telling.ts'
import { televisionPlayingScreens, televisionScreens } from './look/television.ts'
import { troubleScreens } from './look/troubles.ts'
import { unloadedScreens } from './look/unloaded.ts'
import { uploadScreens } from './look/uploads.ts'
import { watchingScreens } from './look/watching.ts'
import { type View, views } from './look/views.ts'
import { makeFolder } from '#test/folders.ts'

const args = process.argv.slice(2)
const words = args.filter((argument) => !argument.startsWith('--'))
const chosenViews = args.includes('--fast')
  ? ['phone-en-dark']
  : (args
      .find((argument) => argument.startsWith('--view='))
      ?.slice('--view='.length)
      .split(',') ?? [''])
const folder = 'look'
/** Pictures taken in parallel: most of the time a page waits. */
const atOnce = 3

const browserPath = findBrowser()
if (browserPath) process.env['BROWSER_PATH'] = browserPath
/** Reports the failure and continues with the other pictures. */
function missed(file: string, { message }: Error) {
  process.stderr.write(`${file}: ${message}\n`)
  process.exitCode = 1
}
const dir = makeFolder('choice-look')
const product = await start([join('scripts', 'start.mjs')], '/health', { DATA_DIR: dir, DEMO: 'on', LOG_LEVEL: 'warn', CAPTCHA_COST: '1' })
const { url } = product
const browser = await launchBrowser()

const loginsFile = join(dir, 'demo-logins.txt')
const people = {
  marieke: await tokensOf(url, loginsFile, 'marieke'),
  iris: await tokensOf(url, loginsFile, 'iris'),
  operator: await operatorOf(url, dir, 'otto'),
}

/** ms without requests after which a page counts as complete, and the maximum wait for that. */
const quietMs = 300
const longestMs = 4000

/** Tracks a page's requests. @returns a function that waits until there are none: code and pictures have loaded */
function whenQuiet(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  // The event stream never ends.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return async () => {
    let quiet = 0
    for (let waited = 0; quiet < quietMs && waited < longestMs; waited += 50) {
      await page.waitForTimeout(50)
      quiet = asked.size === 0 ? quiet + 50 : 0
    }
  }
}

async function takePicture(screen: Screen, view: View): Promise<void> {
  const { size, language, theme, fontPx, forcedColors = false } = view
  const file = `${screen.name}-${view.name}.png`
  const stored = {
    ...screen.stored,
    ...(screen.as && people[screen.as]),
    ...(screen.filled && (size === 'desktop' || size === 'wide') && { fill_window: 'true' }),
  }
  const context = await newPerson(browser, {
    url,
    size,
    language,
    theme: `${theme}-theme`,
    stored,
    forcedColors,
    scripts: screen.scripts,
    serviceWorker: screen.serviceWorker ?? false,
  })
  try {
    const page = await context.newPage()
    const isQuiet = whenQuiet(page)
    if (fontPx) await (await context.newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: fontPx } })
    if (screen.mail) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setContent(screen.mail[language])
    } else await page.goto(screen.isOutside ? screen.path : `/${language}${screen.path}`)
    await page.waitForLoadState('networkidle')
    await screen.act?.(page).catch((error: Error) => missed(file, error))
    await isQuiet()
    await page.screenshot({ path: join(folder, file) })
    process.stdout.write(`${file}\n`)
  } catch (error) {
    missed(file, error as Error)
  } finally {
    await context.close()
  }
}

/** Takes ten moments of an animation in one picture. */
async function takeFrames(movement: Movement, size: Size): Promise<void> {
  const file = `${movement.name}-${size}.png`
  const context = await newPerson(browser, { url, size, moves: true })
  try {
    const page = await context.newPage()
    await page.goto(`/en${movement.path}`)
    await page.waitForLoadState('networkidle')
    await movement.before?.(page)
    await sheetOf(await framesOf(page, movement), sizes[size].width / (size === 'phone' ? 1.5 : 3), join(folder, file))
    process.stdout.write(`${file}\n`)
  } catch (error) {
    missed(file, error as Error)
  } finally {
    await context.close()
  }
}

try {
  await prepareOperator(url, people.operator)
  const channels = await demoChannels(url, people.marieke, people.iris)
  mkdirSync(folder, { recursive: true })
  const everything = [
    ...screens(channels),
    ...uploadScreens(channels),
    ...watchingScreens(channels),
    ...publishingScreens(channels),
    ...dataRightsScreens(),
    ...followingScreens(channels),
    ...tellingScreens(channels),
    ...televisionScreens(),
    ...operatorScreens(),
    ...televisionPlayingScreens(),
    ...arrangingScreens(channels),
    ...clipboardScreens(channels),
    ...pictureScreens(channels),
    ...editScreens(channels),
    ...troubleScreens(channels),
    ...unloadedScreens(channels),
    ...(await accountScreens(url, people.marieke)),
  ]
  const moving = movements(channels)
  const names = new Set([...everything, ...moving].map(({ name }) => name))
  const isChosen = ({ name }: { name: string }) =>
    words.length === 0 || words.some((word) => (names.has(word) ? name === word : name.includes(word)))
  const jobs = [
    ...everything
      .filter(isChosen)
      .flatMap((screen) =>
        views
          .filter(({ name }) => chosenViews.some((beginning) => name.startsWith(beginning)))
          .map((view) => () => takePicture(screen, view)),
      ),
    ...moving.filter(isChosen).flatMap((movement) => (['phone', 'desktop'] as const).map((size) => () => takeFrames(movement, size))),
  ]
  const takeNext = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job()
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
} finally {
  await browser.close()
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
}
