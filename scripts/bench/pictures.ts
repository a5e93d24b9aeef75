import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { headersOf } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { rssOf } from './processes.ts'

/** Returns a photo as large as a phone's: 12 million pixels, all rows different. */
async function createPhoto(): Promise<Blob> {
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const small = await sharp({ create: { width: width / 20, height: height / 20, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(await sharp(small).resize(width, height).jpeg({ quality: 85 }).toBuffer())], { type: 'image/jpeg' })
}

/** Uploads photos as channel pictures, four at a time. Then waits, and reports how much memory the server still takes, in MB. */
export async function measurePictures({ server: { url, pid }, seeded: { ownChannels }, size, isWanted, report }: Benchmark): Promise<void> {
  if (!isWanted('pictures')) return
  const icon = await createPhoto()
  const remaining = Array.from({ length: size.pictures }, (_, index) => ownChannels[index % ownChannels.length]!).values()
  const upload = async () => {
    for (const { id, token } of remaining) {
      const body = new FormData()
      body.append('icon', icon, 'photograph.jpg')
      const response = await fetch(`${url}/api/playlists/${id}`, { method: 'PATCH', headers: headersOf(token), body })
      if (!response.ok) throw new Error(`a picture was refused: ${response.status} ${await response.text()}`)
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: 4 }, upload))
  await sleep(size.restSeconds * 1000)
  const rss = rssOf(pid)
  report('rss_after_pictures_mb', rss, 'after pictures', `${rss} MB ${size.restSeconds} s after ${size.pictures} uploads`)
}
