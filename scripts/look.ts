// `npm run look`: takes pictures of all screens and dialogs in all views of `look/views.ts`, into the folder `look`. An animation is shown
// as ten moments in one picture. `-- home login` takes the screens of these names; a part of a name, such as `-- own-`, takes all that
// contain it. `-- --view=phone-en,narrow` takes the views with these prefixes, `-- --fast` only the phone in English, dark.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright'
import { launchBrowser, openVisitorContext, type Size, sizes } from '../test/e2e/browser.ts'
import { findBrowser } from './browser.mjs'
import { startServer } from './bench/product.ts'
import { callAs } from './bench/demo-users.ts'
import { findChannels, findPackage, logInAll, prepareDemo, valuesOf } from './look/demo.ts'
import { readMails } from './look/mails.ts'
import { captureFrames } from './look/motion.ts'
import { type Motion, readScreens, type Screen } from './look/screens.ts'
import { takeSheet } from './look/sheet.ts'
import { prepareTeam } from './look/team.ts'
import { type View, views } from './look/views.ts'
import { makeFolder } from '#test/folders.ts'

const args = process.argv.slice(2)
const namedViews = args.filter((argument) => !argument.startsWith('--'))
const chosenViews = args.includes('--fast')
  ? ['phone-en-dark']
  : (args
      .find((argument) => argument.startsWith('--view='))
      ?.slice('--view='.length)
      .split(',') ?? [''])
const folder = 'look'
/** Number of pictures taken at the same time. More than one, because pages mostly wait for the server and for animations. */
const concurrency = 3

const browserPath = findBrowser()
if (browserPath) process.env['BROWSER_PATH'] = browserPath
/** Reports an error, so that the other pictures are still taken. */
function reportError(file: string, { message }: Error) {
  process.stderr.write(`${file}: ${message}\n`)
  process.exitCode = 1
}
const dir = makeFolder('choice-look')
const product = await startServer([join('scripts', 'start.mjs')], '/health', {
  DATA_DIR: dir,
  DEMO: 'on',
  LOG_LEVEL: 'warn',
  CAPTCHA_COST: '1',
})
const { url } = product
const browser = await launchBrowser()

const people = await logInAll(url, dir)

/** A page counts as complete after this time without requests, or after the maximum wait. In ms. */
const quietMs = 300
const longestMs = 4000

/** Tracks a page's requests. @returns a function that waits until code and pictures have loaded */
function watchRequests(page: Page): () => Promise<void> {
  const openRequests = new Set<Request>()
  // The event stream doesn't count, because it never ends.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && openRequests.add(request))
  page.on('requestfinished', (request) => openRequests.delete(request))
  page.on('requestfailed', (request) => openRequests.delete(request))
  return async () => {
    let idleRounds = 0
    for (let waited = 0; idleRounds < quietMs && waited < longestMs; waited += 50) {
      await page.waitForTimeout(50)
      idleRounds = openRequests.size === 0 ? idleRounds + 50 : 0
    }
  }
}

async function takePicture(screen: Screen, view: View): Promise<void> {
  const { size, language, theme, fontPx, forcedColors = false } = view
  const file = `${screen.name}-${view.name}.png`
  const browserStorage = {
    ...screen.browserStorage,
    ...(screen.as && people[screen.as]),
    ...(screen.filled && (size === 'desktop' || size === 'wide' || size === 'widest') && { fill_window: 'true' }),
  }
  const context = await openVisitorContext(browser, {
    url,
    size,
    language,
    theme: `${theme}-theme`,
    browserStorage,
    forcedColors,
    scripts: screen.scripts,
    serviceWorker: screen.serviceWorker ?? false,
  })
  try {
    const page = await context.newPage()
    const isQuiet = watchRequests(page)
    if (fontPx) await (await context.newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: fontPx } })
    if (screen.mail) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setContent(screen.mail[language])
    } else await page.goto(screen.isOutside ? screen.path : `/${language}${screen.path}`)
    await page.waitForLoadState('networkidle')
    await screen.act(page).catch((error: Error) => reportError(file, error))
    await isQuiet()
    await page.screenshot({ path: join(folder, file) })
    process.stdout.write(`${file}\n`)
  } catch (error) {
    reportError(file, error as Error)
  } finally {
    await context.close()
  }
}

/** Takes ten moments of an animation in one picture. */
async function takeFrames({ name, path, before, act, of: selector }: Motion, size: Size): Promise<void> {
  const file = `${name}-${size}.png`
  const context = await openVisitorContext(browser, { url, size, moves: true })
  try {
    const page = await context.newPage()
    await page.goto(`/en${path}`)
    await page.waitForLoadState('networkidle')
    await before(page)
    await takeSheet(context, await captureFrames(page, act, selector), sizes[size].width / (size === 'phone' ? 1.5 : 3), join(folder, file))
    process.stdout.write(`${file}\n`)
  } catch (error) {
    reportError(file, error as Error)
  } finally {
    await context.close()
  }
}

try {
  const [marieke, iris, operator] = [callAs(url, people.marieke), callAs(url, people.iris), callAs(url, people.operator)]
  const channels = await findChannels(marieke, iris)
  await prepareDemo(marieke, operator, channels)
  const { id } = await marieke<{ id: string }>('GET', '/api/user/profile')
  const team = await prepareTeam(
    { admin: callAs(url, people.noor), member: operator, newMember: iris, invited: callAs(url, people.rita) },
    dir,
  )
  const values = { ...(await valuesOf(channels, id, dir)), ...(await findPackage(marieke)), ...team }
  const { screens, motions } = readScreens(values)
  mkdirSync(folder, { recursive: true })
  const mails = Object.entries(await readMails()).map(([name, mail]) => ({ name: `mail-${name}`, path: '', mail, act: async () => {} }))
  const everything: Screen[] = [...screens, ...mails]
  const names = new Set([...everything, ...motions].map(({ name }) => name))
  const isChosen = ({ name }: { name: string }) =>
    namedViews.length === 0 || namedViews.some((word) => (names.has(word) ? name === word : name.includes(word)))
  const jobs = [
    ...everything
      .filter(isChosen)
      .flatMap((screen) =>
        views
          .filter(({ name }) => chosenViews.some((beginning) => name.startsWith(beginning)))
          .map((view) => () => takePicture(screen, view)),
      ),
    ...motions.filter(isChosen).flatMap((motion) => (['phone', 'desktop'] as const).map((size) => () => takeFrames(motion, size))),
  ]
  const takeNextShot = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job()
  }
  await Promise.all(Array.from({ length: concurrency }, takeNextShot))
} finally {
  await browser.close()
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
}
