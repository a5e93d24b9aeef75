import { readFileSync } from 'node:fs'
import type { DemoChannel } from '../../server/demo/television/types.ts'

/** Pixels of either side. */
export const logoSize = 480

const font = readFileSync(
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  'base64',
)
/** Every page that logos are drawn on has to know it. */
export const logoStyle = `@font-face{font-family:Logo;font-weight:200 800;src:url(data:font/woff2;base64,${font})}body{margin:0}svg{display:block}`

/** The letters of a channel on a plain ground, too small yet. */
export const logo = ({ short, colours: [ground, letters] }: DemoChannel): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${logoSize}" height="${logoSize}">` +
  `<rect width="100%" height="100%" fill="${ground}"/>` +
  `<text x="50%" y="50%" dy=".34em" text-anchor="middle" font-family="Logo" font-weight="800" letter-spacing="-.03em" ` +
  `font-size="100" fill="${letters}">${short}</text></svg>`

/** Runs in the page: as large as the letters fit a circle, in which logos are shown. */
export async function fitLetters(): Promise<void> {
  await document.fonts.ready
  const text = document.querySelector('text')!
  text.setAttribute('font-size', String(Math.min(230, (100 * 310) / text.getBBox().width)))
}
