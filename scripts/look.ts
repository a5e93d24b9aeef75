// `npm run look`: a picture of every screen and dialog in three sizes, two languages and two themes, into the folder `look`.
// `-- home login` takes only those; `-- --fast` only the phone in English, dark.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser, newPerson, type Size, sizes } from '../test/e2e/browser.ts'
import { findBrowser } from './browser.mjs'
import { start } from './bench/product.ts'
import { accountScreens } from './look/accounts.ts'
import { demoChannels, screens, tokensOf } from './look/screens.ts'
import { troubleScreens } from './look/troubles.ts'
import { makeFolder } from '#test/folders.ts'

const args = process.argv.slice(2)
const fast = args.includes('--fast')
const chosen = args.filter((argument) => !argument.startsWith('--'))
const folder = 'look'

const browserPath = findBrowser()
if (browserPath) process.env['BROWSER_PATH'] = browserPath
/** A picture shows what went wrong, and the others are taken all the same. */
function missed(file: string, { message }: Error) {
  process.stderr.write(`${file}: ${message}\n`)
  process.exitCode = 1
}
const dir = makeFolder('choice-look')
const product = await start([join('scripts', 'start.mjs')], '/health', { DATA_DIR: dir, DEMO: 'on', LOG_LEVEL: 'warn', CAPTCHA_COST: '1' })
const browser = await launchBrowser()
try {
  const tokens = await tokensOf(product.url, join(dir, 'demo-logins.txt'))
  const channels = await demoChannels(product.url, tokens)
  mkdirSync(folder, { recursive: true })
  const wanted = [...screens(channels), ...troubleScreens(channels), ...(await accountScreens(product.url, tokens))].filter(
    ({ name }) => chosen.length === 0 || chosen.some((part) => name.includes(part)),
  )
  for (const screen of wanted)
    for (const size of (fast ? ['phone'] : Object.keys(sizes)) as Size[])
      for (const language of fast ? (['en'] as const) : (['en', 'nl'] as const))
        for (const theme of fast ? (['dark-theme'] as const) : (['dark-theme', 'light-theme'] as const)) {
          const file = `${screen.name}-${size}-${language}-${theme.replace('-theme', '')}.png`
          const stored = {
            ...screen.stored,
            ...(screen.as === 'user' && tokens),
            ...(screen.filled && size === 'desktop' && { fill_window: 'true' }),
          }
          const context = await newPerson(browser, { url: product.url, size, language, theme, stored })
          const page = await context.newPage()
          if (screen.mail) {
            await page.emulateMedia({ colorScheme: theme === 'dark-theme' ? 'dark' : 'light' })
            await page.setContent(screen.mail[language])
          } else await page.goto(`/${language}${screen.path}`)
          await page.waitForLoadState('networkidle')
          await screen.act?.(page).catch((error: Error) => missed(file, error))
          await page.waitForTimeout(300)
          await page.screenshot({ path: join(folder, file) })
          process.stdout.write(`${file}\n`)
          await context.close()
        }
} finally {
  await browser.close()
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
}
