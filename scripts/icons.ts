// Renders the product's mark in the sizes that browsers and home screens ask for, from `web/icon.svg`: `npm run icons` after
// changing the drawing.
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const rounded = readFileSync('web/icon.svg', 'utf8')
/** Systems that cut icons to their own shape want one that fills its square; the mark keeps within their safe circle. */
const full = rounded.replace(' rx="16"', '')

const render = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 72 * (size / 64) })
    .resize(size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

for (const size of [192, 512]) {
  writeFileSync(`web/icons/icon-${size}.png`, await render(rounded, size))
  writeFileSync(`web/icons/maskable-${size}.png`, await render(full, size))
}
writeFileSync('web/icons/apple-touch-icon.png', await render(full, 180))
writeFileSync('web/public/favicon.ico', ico(await render(rounded, 32), 32))

/** An ICO file with one picture, as PNG. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // of one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits a pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
