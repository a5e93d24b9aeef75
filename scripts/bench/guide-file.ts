// A guide as large as those of several countries: 500 channels with a thousand programmes each, about 300 MB.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

const minuteMs = 60_000
const programmeMinutes = 40
const words =
  'the late big great news river kitchen match garden train night story market quiz house doctor island winter coast letter'.split(' ')

const timeOf = (time: number) => `${new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 14)} +0000`

/** Writes a guide around the current time, channel by channel. Guides of the same size have the same words. */
export async function writeGuideFile(path: string, { channels, programmes }: { channels: number; programmes: number }): Promise<void> {
  const file = createWriteStream(path)
  let seed = 1
  const nextNumber = (count: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % count
  }
  const randomWords = (count: number) => Array.from({ length: count }, () => words[nextNumber(words.length)]).join(' ')
  const writeText = async (text: string) => {
    if (!file.write(text)) await once(file, 'drain')
  }
  const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - Math.floor(programmes / 2) * programmeMinutes * minuteMs
  await writeText('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv generator-info-name="benchmark">\n')
  for (let channel = 1; channel <= channels; channel++)
    await writeText(`  <channel id="c${channel}.example">\n    <display-name lang="en">Channel ${channel}</display-name>\n  </channel>\n`)
  for (let channel = 1; channel <= channels; channel++)
    for (let index = 0; index < programmes; index++) {
      const from = start + index * programmeMinutes * minuteMs
      await writeText(`  <programme start="${timeOf(from)}" stop="${timeOf(from + programmeMinutes * minuteMs)}" channel="c${channel}.example">
    <title lang="en">${randomWords(2)} ${nextNumber(60)}</title>
    <sub-title lang="en">${randomWords(4)}</sub-title>
    <desc lang="en">${randomWords(40)} &amp; more.</desc>
    <category lang="en">${randomWords(1)}</category>
    <icon src="https://pictures.example.com/${nextNumber(100_000)}.jpg"/>
    <episode-num system="xmltv_ns">${nextNumber(9)}.${nextNumber(24)}.0/1</episode-num>
    <date>20${10 + nextNumber(16)}</date>
  </programme>
`)
    }
  await writeText('</tv>\n')
  file.end()
  await finished(file)
}
