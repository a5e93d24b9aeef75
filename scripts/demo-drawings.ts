// Draws what `scripts/drawings` describes, into the originals of the demonstration: `npm run demo-drawings`, and then
// `npm run demo-pictures` for their sizes. The same scenes give the same pictures.
import { join } from 'node:path'
import sharp from 'sharp'
import { launchBrowser } from '../test/e2e/browser.ts'
import { findBrowser } from './browser.mjs'
import { scenesAToM } from './drawings/scenes-a-m.ts'
import { scenesNToZ } from './drawings/scenes-n-z.ts'
import { drawing, height, width } from './drawings/svg.ts'

/** Pixels a point: as wide as a banner is on a desktop. */
const scale = 2

const browserPath = findBrowser()
if (browserPath) process.env['BROWSER_PATH'] = browserPath
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  for (const [name, draw] of Object.entries({ ...scenesAToM, ...scenesNToZ })) {
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing(draw)}`)
    const file = join('server', 'demo', 'assets', 'originals', 'posters', `${name}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 84, effort: 6 })
      .toFile(file)
    console.log(file)
  }
} finally {
  await browser.close()
}
