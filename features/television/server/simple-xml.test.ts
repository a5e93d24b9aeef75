import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { undisturbedClock } from '#test/busy-machine.ts'
import { SimpleXml } from './simple-xml.ts'

/** What is told of a text, in order: `<name {attributes}`, `=text`, `>`. */
function simply(text: string): string[] | undefined {
  const told: string[] = []
  const xml = new SimpleXml({
    onOpen: ({ name, attributes }) => told.push(`<${name} ${JSON.stringify(attributes)}`),
    onText: (between) => told.push(`=${between}`),
    onClose: () => told.push('>'),
  })
  if (xml.read(text)) return told
  // Nothing of what is refused was told.
  expect(told).toEqual([])
  return undefined
}

function byParser(text: string): string[] {
  const told: string[] = []
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => told.push(`! ${message}`))
  parser.on('opentag', ({ name, attributes }) => told.push(`<${name} ${JSON.stringify(attributes)}`))
  parser.on('text', (between) => told.push(`=${between}`))
  parser.on('closetag', () => told.push('>'))
  // Within another one, as programmes are.
  parser.write(`<tv>${text}</tv>`)
  return told.slice(1, -1)
}

test.each([
  '<p/>',
  '<p a="1"  b="2" />',
  '<p>  <t lang="en">A &amp; B &#39;C&#x27;</t>\r\n<i src="https://a.example/?b=1&amp;c=2"/></p>',
  '<p><credits><actor role="A">C</actor></credits>text</p>',
  '<p><t>]] ></t><t></t>é 🎬</p>',
])('%s is read as a parser does', (text) => {
  expect(simply(text)).toEqual(byParser(text))
})

test.each([
  '<p><!-- c --></p>',
  '<p><![CDATA[c]]></p>',
  '<p>&mine;</p>',
  '<p>& </p>',
  '<p>&#0;</p>',
  '<p>&#xD800;</p>',
  '<p a="1" a="2"/>',
  "<p a='1'/>",
  '<p a="<"/>',
  '<p><t></p></t>',
  '<p>]]></p>',
  '<p>\u0001</p>',
  '<p>\uD800</p>',
  '<p></p><p/>',
  '<p><?x?></p>',
  '<p',
  '',
  '<a>'.repeat(100) + '</a>'.repeat(100),
])('%s is left to the parser', (text) => {
  expect(simply(text)).toBeUndefined()
})

test('whatever it takes it reads as a parser does', () => {
  const tokens =
    `<p>|</p>|<t lang="en">|<t  a="1" b="&lt;">|</t>|<i/>|<i s="x"/>| |\n|\r\n|\r|\t|A|é|&amp;|&quot;|&#65;|&#x41;|&no;|&|]]>|"|'|>|<|=|<!--|-->|/`.split(
      '|',
    )
  let taken = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 12 }), (parts) => {
      const text = `<p>${parts.join('')}</p>`
      const told = simply(text)
      if (!told) return
      taken++
      expect(told).toEqual(byParser(text))
    }),
    { numRuns: 5000 },
  )
  expect(taken).toBeGreaterThan(500)
})

test('hostile ones take no longer than their length', () => {
  const clock = undisturbedClock()
  for (const text of [
    `<p ${' '.repeat(1_000_000)}`,
    `<p>${'<a '.repeat(300_000)}</p>`,
    `<p>${'&'.repeat(1_000_000)}</p>`,
    `<p ${'a="" '.repeat(200_000)}></p>`,
  ])
    simply(text)
  expect(clock()).toBeLessThan(2000)
})
