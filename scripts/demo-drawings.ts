// Draws what `scripts/drawings` describes, into the pictures of the demonstration: `npm run demo-drawings`, or `-- maze boat logos` for
// those alone. The same scenes give the same pictures.
import { launchBrowser } from '../test/e2e/browser.ts'
import { findBrowser } from './browser.mjs'
import { keepPictures } from './demo/pictures.ts'
import { scenesAToM } from './drawings/scenes-a-m.ts'
import { scenesNToZ } from './drawings/scenes-n-z.ts'
import { fitLetters, logo, logoSize, logoStyle } from './drawings/logos.ts'
import { drawing, height, width } from './drawings/svg.ts'
import { channels } from '../server/demo/television/channels/index.ts'

/** Pixels a point: as wide as a banner is on a desktop. */
const scale = 2

const chosen = process.argv.slice(2)
const browserPath = findBrowser()
if (browserPath) process.env['BROWSER_PATH'] = browserPath
const browser = await launchBrowser()
try {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale })
  const page = await context.newPage()
  const drawn: { name: string; bytes: Uint8Array }[] = []
  for (const [name, draw] of Object.entries({ ...scenesAToM, ...scenesNToZ })) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing(draw)}`)
    drawn.push({ name, bytes: await page.screenshot() })
  }
  await page.setViewportSize({ width: logoSize, height: logoSize })
  for (const channel of channels) {
    const name = `logo-${channel.key}`
    if (chosen.length > 0 && !chosen.includes(name) && !chosen.includes('logos')) continue
    await page.setContent(`<style>${logoStyle}</style>${logo(channel)}`)
    await page.evaluate(fitLetters)
    drawn.push({ name, bytes: await page.screenshot({ scale: 'css' }) })
  }
  await keepPictures(drawn)
} finally {
  await browser.close()
}
