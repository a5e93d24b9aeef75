import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { createOutboxes } from '#test/outbox.ts'

const { db, closing, open, filesIn, until, tryAgain, url, hello } = await createOutboxes()

describe('a mail server', () => {
  interface ReceivedMail {
    from: string
    to: string[]
    size8bit: boolean
    raw: string
  }
  async function listen(options: SMTPServerOptions = {}, port = 0) {
    const received: ReceivedMail[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = envelope
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            size8bit: mailFrom ? (mailFrom.args as { BODY?: string }).BODY === '8BITMIME' : false,
            raw: Buffer.concat(chunks).toString(),
          })
          done()
        })
      },
      ...options,
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
    closing.unshift(close)
    return { received, port: (server.server.address() as AddressInfo).port, close }
  }

  test('gets the mail, with the login of the URL', async () => {
    let login: unknown
    const { received, port } = await listen({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        login = { username, password }
        done(null, { user: username })
      },
    })
    const { mailer, outboxDir } = await open({ smtpUrl: `smtp://me:p%40ss@127.0.0.1:${port}` })
    await mailer.send({ ...hello, paragraphs: ['Tot straks, café!'] })
    await until(() => expect(received).toHaveLength(1))
    const [{ from, to, size8bit, raw }] = received as [ReceivedMail]
    expect({ from, to, size8bit, login }).toEqual({
      from: 'no-reply@choice.example',
      to: ['someone@mail.example'],
      size8bit: true,
      login: { username: 'me', password: 'p@ss' },
    })
    expect(raw.split('\r\n')).toContain(url)
    const mail = await PostalMime.parse(raw)
    expect(mail.text).toContain('Tot straks, café!')
    expect(mail.html).toContain('Tot straks, café!')
    expect(await filesIn(outboxDir)).toEqual([])
  })

  test('is retried while it is down or busy, with the same message id', async () => {
    const ids: (string | undefined)[] = []
    let busy = true
    const first = await listen({
      onData(stream, _, done) {
        stream.on('data', () => undefined)
        stream.on('end', () => done(busy ? Object.assign(new Error('later'), { responseCode: 451 }) : null))
      },
    })
    await first.close()
    const { mailer, jobs } = await open({ smtpUrl: `smtp://127.0.0.1:${first.port}` })
    await mailer.send(hello)
    await until(async () => expect((await sql`select from job where state = 'waiting' and attempts > 0`.execute(db)).rows).toHaveLength(1))
    const second = await listen(
      {
        onData(stream, _, done) {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            ids.push(/^Message-ID: (.*)$/m.exec(Buffer.concat(chunks).toString())?.[1])
            done(busy ? Object.assign(new Error('later'), { responseCode: 451 }) : null)
          })
        },
      },
      first.port,
    )
    expect(second.port).toBe(first.port)
    await tryAgain()
    await until(() => expect(ids).toHaveLength(1))
    busy = false
    await tryAgain()
    await until(async () => expect(await jobs.figures()).toEqual([]))
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).toMatch(/@choice\.example>/)
  })

  test('is not retried if it refuses the address permanently', async () => {
    let attempts = 0
    const { port } = await listen({
      onRcptTo(_address, _session, done) {
        attempts++
        done(Object.assign(new Error('no such user <someone@mail.example>'), { responseCode: 550 }))
      },
    })
    const { mailer, jobs } = await open({ smtpUrl: `smtp://127.0.0.1:${port}` })
    await mailer.send(hello)
    await until(async () => expect(await jobs.listDead()).toEqual([expect.objectContaining({ job: 'mail', attempts: 1 })]))
    expect((await jobs.listDead())[0]!.error).toContain('no such user <[address]>')
    expect(attempts).toBe(1)
  })
})
