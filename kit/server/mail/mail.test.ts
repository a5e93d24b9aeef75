import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Mail, mailSchema } from './mail.ts'
import { createOutboxes } from '#test/outbox.ts'

const { db, folder, open, until, tryAgain, readOnly, url, hello } = await createOutboxes()

describe('the outbox', () => {
  test('gets one complete file per mail, readable only by its owner', async () => {
    const { mailer, outboxDir } = await open()
    const before = Date.now()
    await mailer.send(hello)
    const { name, mail } = await readOnly(outboxDir)
    const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)-[\da-f]{12}\.eml$/.exec(name)?.[1]
    expect(Date.parse(time ?? '')).toBeGreaterThanOrEqual(before)
    expect((await stat(join(outboxDir, name))).mode & 0o777).toBe(0o600)
    expect((await stat(outboxDir)).mode & 0o777).toBe(0o700)
    expect(mail).toMatchObject({
      subject: 'Confirm your email',
      from: { name: 'Choice', address: 'no-reply@choice.example' },
      to: [{ name: '', address: 'someone@mail.example' }],
      messageId: expect.stringMatching(/^<[\da-f-]{36}@choice\.example>$/),
    })
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('is cleared of incomplete mails of a killed process', async () => {
    const outboxDir = join(folder, 'former', 'outbox')
    const half = join(folder, 'former', '.2026-11-22T00:00:00.000Z-abcdefabcdef.eml.part')
    await mkdir(outboxDir, { recursive: true })
    await writeFile(half, 'From: ')
    const { mailer } = await open({ outboxDir })
    await mailer.send(hello)
    await readOnly(outboxDir)
    await expect(stat(half)).rejects.toThrow('ENOENT')
  })

  test('a mail that could not be written is retried', async () => {
    const { mailer, outboxDir } = await open({ outboxDir: join(folder, 'a-file', 'outbox') })
    await writeFile(join(folder, 'a-file'), '')
    await mailer.send(hello)
    await until(async () => expect((await sql`select from job where state = 'waiting' and attempts > 0`.execute(db)).rows).toHaveLength(1))
    await rm(join(folder, 'a-file'))
    await tryAgain()
    await readOnly(outboxDir)
  })
})

describe('the message', () => {
  test('has text with each link unbroken on a line of its own, in the raw message too', async () => {
    const { mailer, outboxDir } = await open()
    await mailer.send({ ...hello, paragraphs: ['Élan: see https://other.example/a?b=c&d=e (or not).'] })
    const { raw, mail } = await readOnly(outboxDir)
    const lines = raw.split('\n')
    expect(lines).toContain(url)
    expect(lines).toContain('https://other.example/a?b=c&d=e')
    expect(lines).toContain('https://choice.example')
    expect(raw).not.toContain('\r')
    expect(raw).toMatch(/Content-Type: text\/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n/)
    expect(raw).not.toContain('flowed')
    expect(mail.text).toContain('Élan: see\nhttps://other.example/a?b=c&d=e\n(or not).')
  })

  test('has ASCII text if possible, in lines that fit', async () => {
    const { mailer, outboxDir } = await open()
    await mailer.send({ ...hello, paragraphs: [...hello.paragraphs, 'x'.repeat(5000)] })
    const { raw, mail } = await readOnly(outboxDir)
    expect(raw).toContain('Content-Transfer-Encoding: 7bit')
    expect(Math.max(...raw.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(999)
    expect(mail.text!.split('\n').filter((line) => line.length > 76 && !line.startsWith('https:') && !line.startsWith('xxx'))).toEqual([])
    expect(mail.text!.replaceAll(/\s/g, '')).toContain('x'.repeat(5000))
    expect(mail.text).toContain('Finish your account:\n')
  })

  test('has HTML with the button, the plain link, and both themes, and loads nothing', async () => {
    const { mailer, outboxDir } = await open()
    await mailer.send(hello)
    const { mail } = await readOnly(outboxDir)
    const html = mail.html!
    expect(html).toContain('<html lang="en">')
    expect(html.split(`href="${url.replace('&', '&amp;')}"`)).toHaveLength(3)
    expect(html).toContain('Finish your account</a>')
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html).toContain('aria-label="Choice"')
    expect(html).not.toMatch(/<(?:img|link|script|iframe)\b|@import|url\(/i)
  })

  test('shows a code on a line of its own, and in HTML', async () => {
    const { mailer, outboxDir } = await open()
    const { action: _, ...rest } = hello
    await mailer.send({ ...rest, language: 'nl', code: '0471' })
    const { mail } = await readOnly(outboxDir)
    expect(mail.text).toMatch(/\n\n0471\n\n/)
    expect(mail.html).toMatch(/font:700 40px[^>]*>0471</)
    expect(mail.html).toContain('<html lang="nl">')
  })

  test('resolves a path to this site', async () => {
    const { mailer, outboxDir } = await open()
    await mailer.send({ ...hello, action: { label: 'Go', url: '/nl/login?verify_url=/api/user/verify/1' } })
    const { raw } = await readOnly(outboxDir)
    expect(raw.split('\n')).toContain('https://choice.example/nl/login?verify_url=/api/user/verify/1')
  })

  test('escapes every text', async () => {
    const evil = `<img src=x onerror="alert('1')">&amp;`
    const { mailer, outboxDir } = await open({ brand: `Ch<oi>ce` })
    await mailer.send({
      ...hello,
      subject: evil,
      heading: evil,
      paragraphs: [evil, `a\n${evil}`],
      action: { label: evil, url: '/x?"><script>' },
      footer: evil,
    })
    const { mail } = await readOnly(outboxDir)
    expect(mail.subject).toBe(evil)
    expect(mail.html).not.toMatch(/<img|<script|onerror="|<oi>/)
    expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;')
    expect(mail.text).toContain(evil)
  })

  test('takes no header from a text', async () => {
    const { mailer, outboxDir } = await open()
    await mailer.send({ ...hello, subject: 'Hi\r\nBcc: other@mail.example\r\n\r\nbody', heading: 'Hi\nBcc: other@mail.example' })
    const { raw, mail } = await readOnly(outboxDir)
    expect(mail.subject).toBe('Hi Bcc: other@mail.example body')
    expect(mail.bcc).toBeUndefined()
    expect(raw.slice(0, raw.indexOf('\n\n'))).not.toMatch(/^bcc:/im)
  })
})

const invalidParts: [what: string, part: Partial<Mail>][] = [
  ['two addresses', { to: 'a@mail.example, b@mail.example' }],
  ['two addresses with a semicolon', { to: 'a@mail.example;b@mail.example' }],
  ['a name with an address', { to: 'A <a@mail.example>' }],
  ['a header in the address', { to: 'a@mail.example\r\nBcc: b@mail.example' }],
  ['a comment in the address', { to: 'a(b)@mail.example' }],
  ['no address', { to: 'someone' }],
  ['a link that runs code', { action: { label: 'x', url: 'javascript:alert(1)' } }],
  ['a path to another site', { action: { label: 'x', url: '//evil.example/' } }],
  ['an invalid code', { code: '<b>' }],
]
test.each(invalidParts)('%s: not sent', async (_, part) => {
  const { mailer, jobs } = await open()
  await expect(mailer.send({ ...hello, ...part })).rejects.toThrow()
  expect(await jobs.figures()).toEqual([])
})
test.each(['a+b@mail.example', 'ö@münchen.example', 'a@[192.0.2.1]', "o'neil@mail.example"])('%s is an address', (to) => {
  expect(mailSchema.safeParse({ ...hello, to }).success).toBe(true)
})

test('a mail belongs to the transaction it was sent in', async () => {
  const { mailer, outboxDir, jobs } = await open()
  const undone = db.transaction().execute(async (tx) => {
    await mailer.send(hello, { db: tx })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.transaction().execute((tx) => mailer.send({ ...hello, subject: 'Second' }, { db: tx }))
  expect((await readOnly(outboxDir)).mail.subject).toBe('Second')
  await until(async () => expect(await jobs.figures()).toEqual([]))
})
