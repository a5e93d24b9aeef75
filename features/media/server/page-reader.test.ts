import { expect, test } from 'vitest'
import { charsetInPage } from './charset.ts'
import { extractPageMetadata, findOEmbedUrl } from './page-metadata.ts'
import { readPage } from './page-reader.ts'
import { createStopCondition } from './stop-reading.ts'

const read = (page: string | Buffer, charset?: string) => readPage(Buffer.from(page as string), charset)
const metadataOf = (page: string | Buffer, charset?: string) => extractPageMetadata(read(page, charset), 'https://site.example/a/page')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const longScript = `<script>${'/* nothing of use */'.repeat(2000)}</script>`

test('Open Graph has precedence, and addresses are resolved', () => {
  const page = `<!doctype html><html><head><title>Plain title</title><meta name=description content="Plain">
    <meta property="og:title" content="The &quot;real&quot; title"><meta property="og:description" content="About it">
    <meta property="og:image" content="/poster.jpg"><meta property="og:site_name" content="A Site">
    <meta property="og:video:duration" content="754"><meta property="article:published_time" content="2024-03-01T10:00:00+01:00">
    </head><body>`
  expect(metadataOf(page)).toMatchObject({
    title: 'The "real" title',
    description: 'About it',
    image: 'https://site.example/poster.jpg',
    site: 'A Site',
    duration: 754,
    publishedAt: '2024-03-01T09:00:00.000Z',
  })
})

test('Twitter cards, microdata and plain tags fill gaps', () => {
  const page = `<head><base href="https://cdn.example/x/"><title>Plain</title><meta name="twitter:title" content="Card"><meta name="twitter:player" content="//play.example/1">
    <meta name="twitter:player:stream" content="clip.mp4"><link itemprop="thumbnailUrl" href="thumb.jpg"><meta itemprop="duration" content="PT1M30S">
    <meta itemprop="uploadDate" content="2020-01-02"></head>`
  expect(metadataOf(page)).toMatchObject({
    title: 'Card',
    image: 'https://cdn.example/x/thumb.jpg',
    duration: 90,
    publishedAt: '2020-01-02T00:00:00.000Z',
    frames: ['https://play.example/1'],
    files: ['https://cdn.example/x/clip.mp4'],
  })
  expect(metadataOf('<title>Only\n a title</title><body><svg><title>Logo</title></svg>')).toMatchObject({
    title: 'Only\n a title',
    image: undefined,
  })
  expect(metadataOf('<svg><title>Logo</title></svg><title>Page</title>').title).toBe('Page')
})

test('JSON-LD describes the video, also inside a graph or an article, but not comments', () => {
  const data = {
    '@graph': [
      { '@type': 'WebSite', name: 'Site' },
      {
        '@type': 'NewsArticle',
        headline: 'Around it',
        datePublished: '2024-05-05',
        video: {
          '@type': ['VideoObject'],
          name: 'The &lt;video&gt;',
          description: '<p>Some <b>text</b></p>',
          thumbnailUrl: ['https://i.example/1.jpg'],
          uploadDate: '2024-05-04T00:00:00Z',
          duration: 'PT2M',
          embedUrl: 'https://play.example/9',
          contentUrl: 'https://i.example/9.m3u8',
          comment: [{ '@type': 'VideoObject', name: 'Not me' }],
        },
      },
    ],
  }
  const page = `<head><meta property="article:published_time" content="2024-05-05"><script type="application/ld+json">{ broken</script>
    <script type="application/ld+json">${JSON.stringify(data)}</script></head>`
  expect(metadataOf(page)).toMatchObject({
    title: 'The &lt;video&gt;',
    image: 'https://i.example/1.jpg',
    duration: 120,
    publishedAt: '2024-05-04T00:00:00.000Z',
    frames: ['https://play.example/9'],
    files: ['https://i.example/9.m3u8'],
  })
  expect(metadataOf(page).description?.replace(/\s+/g, ' ').trim()).toBe('Some text')
  for (const hostile of [
    '[[[[[[1]]]]]]',
    'null',
    '"x"',
    '{"@graph":{"@graph":{"@graph":{"@graph":{"@graph":{"@type":"VideoObject","name":"deep"}}}}}}',
    '{"@type":{},"name":[[]],"image":{"url":7}}',
  ])
    expect(metadataOf(`<script type="application/ld+json">${hostile}</script>`).title).toBeUndefined()
})

test('each of several videos has its own type, in any order of tags', () => {
  const [flash, frame] = [
    '<meta property="og:video" content="https://play.example/v/1"><meta property="og:video:type" content="application/x-shockwave-flash">',
    '<meta property="og:video:url" content="https://play.example/embed/1"><meta property="og:video:secure_url" content="https://play.example/embed/1"><meta property="og:video:type" content="text/html"><meta property="og:video:width" content="9">',
  ]
  const file = '<meta property="og:video" content="https://play.example/1.mp4"><meta property="og:video:type" content="video/mp4">'
  expect(metadataOf(flash + frame).frames).toEqual(['https://play.example/embed/1'])
  expect(metadataOf(frame + flash).frames).toEqual(['https://play.example/embed/1'])
  expect(metadataOf(file + frame)).toMatchObject({
    frames: ['https://play.example/embed/1'],
    files: ['https://play.example/1.mp4', 'https://play.example/embed/1'],
  })
  const typeFirst =
    '<meta property="og:video:type" content="application/x-shockwave-flash"><meta property="og:video" content="https://play.example/v/1"><meta property="og:video:type" content="text/html"><meta property="og:video" content="https://play.example/embed/1">'
  expect(metadataOf(typeFirst).frames).toEqual(['https://play.example/embed/1'])
})

test('og:article:published_time is read as a date', () => {
  expect(metadataOf('<meta property="og:article:published_time" content="2024-03-01T10:00:00Z">').publishedAt).toBe(
    '2024-03-01T10:00:00.000Z',
  )
})

test('embedded frames and video files are distinguished, and Flash is ignored', () => {
  const page = (type: string, address: string) =>
    `<meta property="og:video" content="${address}"><meta property="og:video:type" content="${type}">`
  expect(metadataOf(page('text/html', 'https://play.example/1'))).toMatchObject({ frames: ['https://play.example/1'] })
  expect(metadataOf(page('video/mp4', 'https://cdn.example/1.mp4'))).toMatchObject({ frames: [], files: ['https://cdn.example/1.mp4'] })
  expect(metadataOf(page('application/x-shockwave-flash', 'https://play.example/1'))).toMatchObject({ frames: [], files: [] })
  expect(metadataOf(page('', 'https://play.example/1.swf?x'))).toMatchObject({ frames: [], files: [] })
  expect(metadataOf('<title>x</title><body><video poster="p.jpg"><source src="v.webm"></video>')).toMatchObject({
    image: 'https://site.example/a/p.jpg',
    files: ['https://site.example/a/v.webm'],
  })
  expect(
    metadataOf(
      '<meta property="og:image" content="data:image/png;base64,AA"><meta property="twitter:player" content="javascript:alert(1)">',
    ),
  ).toMatchObject({
    image: undefined,
    frames: [],
  })
})

test('finds oEmbed by the page’s link', () => {
  const tags = read('<link rel="alternate" type="application/json+oembed" href="/oembed?url=x&amp;format=json">')
  expect(findOEmbedUrl(tags, 'https://site.example/a')).toBe('https://site.example/oembed?url=x&format=json')
})

test('stops after a sufficient head, and continues after an insufficient one', () => {
  const completeHead = `<head><title>x</title><meta property="og:image" content="/x.jpg"></head><body>`
  // A page that closes `<head>` early and has its tags further down.
  const lateTitlePage = `<head>${longScript}</head><body>${longScript}<title>Late</title><meta property="og:image" content="/late.jpg">`
  const lengthRead = (page: string, step: number) => {
    const stop = createStopCondition()
    const bytes = Buffer.from(page)
    for (let offset = 0; offset < bytes.length; offset += step)
      if (stop(bytes.subarray(offset, offset + step), { type: 'text/html' })) return offset + step
    return Infinity
  }
  for (const step of [1, 7, 700]) {
    expect(lengthRead(completeHead + longScript, step)).toBeLessThan(completeHead.length + step)
    expect(lengthRead(lateTitlePage, step)).toBeGreaterThan(lateTitlePage.length - 40)
  }
  expect(read(completeHead + longScript.replace('script', 'title')).title).toBe('x')
  expect([read(lateTitlePage).title, read(lateTitlePage).meta.get('og:image')]).toEqual(['Late', ['/late.jpg']])
})

test.each([
  ['the header', latin1('<title>Café à Liège</title>'), 'iso-8859-1'],
  ['a meta tag', latin1('<meta charset="windows-1252"><title>Café à Liège</title>'), undefined],
  [
    'an old meta tag',
    latin1('<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"><title>Café à Liège</title>'),
    undefined,
  ],
  ['its bytes alone', latin1('<title>Café à Liège</title>'), undefined],
  ['nothing: UTF-8', Buffer.from('<title>Café à Liège</title>'), undefined],
  ['a byte order mark, whatever the header says', Buffer.from('\uFEFF<title>Café à Liège</title>'), 'iso-8859-1'],
  ['a byte order mark of UTF-16', Buffer.from('\uFEFF<title>Café à Liège</title>', 'utf16le'), undefined],
  ['a meta tag that can’t be true', Buffer.from('<meta charset="utf-16"><title>Café à Liège</title>'), undefined],
  ['a header that names nothing known', Buffer.from('<title>Café à Liège</title>'), 'x-unheard-of'],
])('the charset is detected by %s', (_, page, charset) => {
  expect(metadataOf(page, charset).title).toBe('Café à Liège')
})

test('supports other charsets of the web', () => {
  const shiftJis = Buffer.concat([
    Buffer.from('<meta charset="shift_jis"><title>'),
    Buffer.from([0x83, 0x65, 0x83, 0x8c, 0x83, 0x72]),
    Buffer.from('</title>'),
  ])
  expect(metadataOf(shiftJis).title).toBe('テレビ')
})

test.each([
  ['<!-- <meta charset="shift_jis"> --><meta charset=koi8-r>', 'koi8-r'],
  ['<a title="<meta charset=shift_jis>"><META/CHARSET = "KOI8-R" >', 'KOI8-R'],
  ['<!doctype html><? x ?></p class=x><meta charset="x-unheard-of"><meta charset=\'koi8-r\'>', 'koi8-r'],
  ['<meta content="text/html; charset x charset=koi8-r; a" http-equiv=content-type>', 'koi8-r'],
  ['<meta content="text/html; charset=koi8-r"><metadata charset=shift_jis><meta charset', undefined],
  ['<meta charset="koi8-r', 'koi8-r'],
])('finds the charset in the page by the HTML standard: %s', (page, charset) => {
  expect(charsetInPage(page)).toBe(charset)
})

test('the result of an oversized page stays small', () => {
  const many = read('<meta property="og:image" content="/x.jpg"><link rel=a href=b>'.repeat(20_000))
  expect(many.meta.get('og:image')!.length + many.links.length).toBeLessThanOrEqual(1000)
  expect(read(`<title>${'a'.repeat(2_000_000)}</title>`).title.length).toBeLessThan(200_000)
  const addresses = Array.from({ length: 500 }, (_, n) => `<meta name=twitter:player content=https://a.example/${n}>`).join('')
  expect(metadataOf(addresses).frames!.length).toBeLessThanOrEqual(50)
})
