// `npm run icons`, after changing the drawing: renders the product's mark from `web/icon.svg` in the sizes for browsers and home screens.
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const roundedIcon = readFileSync('web/icon.svg', 'utf8')
/** Systems that crop icons need a full square. The mark stays in the circle that is never cropped. */
const squareIcon = roundedIcon.replace(' rx="16"', '')

const renderPng = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 72 * (size / 64) })
    .resize(size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

for (const size of [192, 512]) {
  writeFileSync(`web/icons/icon-${size}.png`, await renderPng(roundedIcon, size))
  writeFileSync(`web/icons/maskable-${size}.png`, await renderPng(squareIcon, size))
}
writeFileSync('web/icons/apple-touch-icon.png', await renderPng(squareIcon, 180))
writeFileSync('web/public/favicon.ico', createIco(await renderPng(roundedIcon, 32), 32))

/** Returns an ICO file with one PNG picture. */
function createIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // type: icon
  header.writeUInt16LE(1, 4) // number of pictures
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
