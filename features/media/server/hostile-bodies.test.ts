// @module-tag slow
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileBodies } from '#test/hostile-bodies.ts'
import { createProductSandbox } from '#test/sandbox.ts'
import { hostAndPath, parseLink } from '../addresses.ts'
import { descriptionMaxLength, titleMaxLength } from '../contract.ts'
import { detectPlayback } from '../rules.ts'
import { resolveUrl } from './text.ts'
import { charsetInPage } from './charset.ts'
import type { LinkMetadata } from './link-metadata.ts'
import { extractJsonLdMetadata } from './json-ld.ts'
import { readBodyTask, readOEmbedTask } from './tasks.ts'
import { titleOfFile } from './media-type.ts'
import { createStopCondition } from './stop-reading.ts'
import { cleanText, parseDuration, parseTime, htmlToText, removeSiteSuffix } from './text.ts'

/**
 * Runs all parsers of external text on input that is slow to parse unless their work is linear. Runs them in the sandbox, so that a parser
 * that never ends fails the test instead of blocking it.
 */
const sandbox = createProductSandbox()
const url = 'https://site.example/a/page'
/** At this length, a quadratic parser runs for hours, and an exponential one never ends. */
const usualBytes = 128 * 1024
const maxBodyBytes = 2 * 1024 * 1024

function expectShape({ title, description, site, image, duration, publishedAt, frames = [], files = [] }: LinkMetadata) {
  expect((title ?? '').length).toBeLessThanOrEqual(titleMaxLength)
  expect((site ?? '').length).toBeLessThanOrEqual(titleMaxLength)
  expect((description ?? '').length).toBeLessThanOrEqual(descriptionMaxLength)
  for (const text of [title, site, description]) expect(text ?? '').not.toMatch(/[\p{Cc}\p{Cs}]/u)
  for (const address of [image, ...frames, ...files]) expect(address ?? url).toMatch(/^https?:\/\//)
  expect(frames.length + files.length).toBeLessThanOrEqual(100)
  expect(duration ?? 1).toBeGreaterThan(0)
  expect(Number.isNaN(Date.parse(publishedAt ?? '2000-01-01'))).toBe(false)
}

/** Reads a body in the sandbox as every content type. */
async function expectRead(make: (length: number) => Buffer, types: readonly string[], length: number) {
  const bytes = make(length)
  for (const type of types) {
    const reading = await sandbox.run(readBodyTask, { url, type, charset: undefined, bytes })
    expect(reading.type).toEqual(expect.any(String))
    expectShape(reading.metadata)
    if (reading.quality !== undefined) expect(reading.quality).toMatch(/^https?:\/\//)
  }
  const metadata = await sandbox.run(readOEmbedTask, { url, bytes: bytes.subarray(0, 512 * 1024), isTrusted: true })
  if (metadata) expectShape(metadata)
}

/** Returns bodies that time out or give a wrong result. The sandbox allows each a second of CPU time. */
async function findFailures(bodies: typeof hostileBodies, typesOf: (name: string) => readonly string[], length: number) {
  const failed: string[] = []
  for (const [name, make] of bodies)
    await expectRead(make, typesOf(name), length).catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
  return failed
}

test('parsing hostile bodies ends, for any content type', { timeout: 120_000 }, async () => {
  const types = ['text/html', '', 'application/x-mpegurl', 'application/dash+xml']
  expect(await findFailures(hostileBodies, () => types, usualBytes)).toEqual([])
})

test('parsing the heaviest hostile bodies ends at two mebibytes, too', { timeout: 120_000 }, async () => {
  const heaviest =
    /^many ("<meta"|"<link rel=a href=b>"|"<"|"&"|"\\"")|itself a million|every attribute|JSON-LD of \[$|a playlist of "(\\n|#EXT-X-STREAM-INF:\\n#a\\n)"|a base as long|charset that is/
  const heaviestBodies = hostileBodies.filter(([name]) => heaviest.test(name))
  expect(heaviestBodies.length).toBeGreaterThan(10)
  expect(
    await findFailures(heaviestBodies, (name) => [name.includes('playlist') ? 'application/x-mpegurl' : 'text/html'], maxBodyBytes),
  ).toEqual([])
})

const processorMs = (work: () => void) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Contains every regular expression and scanner that reads external text. */
const readers: Record<string, (text: string) => unknown> = {
  absolute: (text) => resolveUrl(text, url),
  'absolute, as a base': (text) => resolveUrl(text, `https://a.example/${text.slice(0, 8000)}`),
  charsetInPage,
  cleanText: (text) => cleanText(text, 255),
  'cleanText of a long one': (text) => cleanText(text, 5000),
  factsOfJsonLd: (text) => extractJsonLdMetadata([text]),
  hostAndPath: (text) => URL.canParse(`https://a.example/${text}`) && hostAndPath(new URL(`https://a.example/${text}`)),
  parseDuration,
  parseLink,
  parseTime,
  'playbackOf an address': (text) => detectPlayback({ src: `https://a.example/${text}` }),
  'playbackOf a fragment': (text) =>
    detectPlayback({ src: `https://vimeo.com/1#${text}`, embed_url: `https://w.soundcloud.com/player?url=https://${text}` }),
  'playbackOf a type': (text) => detectPlayback({ src: 'https://a.example/', content_type: text }),
  titleOfFile: (text) => URL.canParse(`https://a.example/${text}`) && titleOfFile(new URL(`https://a.example/${text}`)),
  withoutMarkup: htmlToText,
  withoutSite: (text) => removeSiteSuffix(text, text.slice(-1)),
}
const hostilePieces = [
  '/',
  '//x',
  ' ',
  ' - ',
  ' |x',
  '-  ',
  '.',
  '.a',
  'a.',
  '&',
  '&&t=',
  't=1&',
  '&amp;',
  '<b>',
  '<',
  '%',
  '%20',
  '1',
  '1h',
  'P1',
  '\n',
  '+',
  '_',
  '[',
  '{"a":',
  '\0',
  '\uD800',
  'é',
]

test.each(Object.keys(readers))('%s takes linear time', (name) => {
  const read = readers[name]!
  // Tries growing sizes, to detect a quadratic parser before it takes minutes.
  const isSlow = (piece: string) =>
    [500, 5000, 50_000, 500_000].some((length) => {
      const text = `${piece.repeat(length / piece.length)}x`
      return processorMs(() => read(text)) > 1000
    })
  const slow = hostilePieces.filter(isSlow)
  expect(slow).toEqual([])
})

test('finds the charsets of fifty pages fast', () => {
  const page = `${'<meta'.repeat(39)}charset=${' '.repeat(3880)}`
  expect(processorMs(() => Array.from({ length: 50 }, () => charsetInPage(page)))).toBeLessThan(500)
})

test('the server itself only searches where to stop: two mebibytes take a few milliseconds', () => {
  const slow = hostileBodies.slice(0, 20).filter(([, make]) => {
    const body = make(maxBodyBytes)
    const read = () => {
      const stop = createStopCondition()
      for (let offset = 0; offset < body.length; offset += 16 * 1024) stop(body.subarray(offset, offset + 16 * 1024), { type: 'text/html' })
    }
    // Compares the minimum, because load on this machine only makes work slower.
    const usedMs = Math.min(...Array.from({ length: 3 }, () => processorMs(read)))
    return usedMs > 200
  })
  expect(slow.map(([name]) => name)).toEqual([])
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom(...hostilePieces), { maxLength: 50 }).map((parts) => parts.join('')),
)

test('no text makes a parser throw, and results can be stored and shown', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const read of Object.values(readers)) read(text)
      expect(cleanText(text, 50).length).toBeLessThanOrEqual(50)
      expect(cleanText(text, 50)).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    }),
    { numRuns: 300 },
  )
})

test('no random bytes make a parser throw', { timeout: 60_000 }, async () => {
  const { readBody } = await import('./read-body.ts')
  const part = fc.constantFrom(...hostileBodies).map(([, make]) => make(200))
  const bytes = fc.array(fc.oneof(part, fc.uint8Array({ maxLength: 40 })), { maxLength: 6 }).map((parts) => Buffer.concat(parts))
  await fc.assert(
    fc.asyncProperty(
      bytes,
      fc.constantFrom('text/html', '', 'audio/x-mpegurl', 'application/dash+xml', 'text/plain'),
      fc.option(fc.string(), { nil: undefined }),
      async (body, type, charset) => {
        const reading = await readBody({ url, type, charset, bytes: body })
        expect(reading.type).toEqual(expect.any(String))
        expectShape(reading.metadata)
      },
    ),
    { numRuns: 300 },
  )
})
