import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type * as z from 'zod/mini'
import { defineJob, PermanentJobError, type SendOptions } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { renderHtml } from './render.ts'
import { type Letterhead, type Mail, mailSchema } from './mail.ts'
import { renderText } from './render.ts'

/** Ten retries last four to eight hours, longer than most outages of mail servers. */
const mailJob = defineJob('mail', mailSchema, { retries: 10, backoffSeconds: 15, concurrency: 3, timeoutSeconds: 60 })

export interface MailerOptions extends Letterhead {
  /** Reads the parts of the letterhead that change while the process runs. */
  readLetterhead?: () => Promise<Partial<Pick<Letterhead, 'brand' | 'contact'>>>
  jobs: Jobs
  /** `smtp://user:password@host:587`, `smtps://…`; without one, mails are written to `outboxDir`. */
  smtpUrl?: string | undefined
  /** Receives `{ISO time}-{random}.eml` for each mail, readable only by its owner. */
  outboxDir: string
  /** The sender: `Choice <no-reply@choice.example>`. */
  from: string
}

export interface Mailer {
  /**
   * Sends a mail by a job; with `db`, only if that transaction commits.
   * @throws for an invalid address, or an action that isn't a web URL
   */
  send(mail: z.input<typeof mailSchema>, options?: Pick<SendOptions, 'db'>): Promise<void>
  /** The site's name, for texts. */
  readBrand(): Promise<string>
  /** Returns the number of failed delivery attempts of this process. */
  failures(): number
}

interface Delivery {
  deliver(message: SendMailOptions): Promise<void>
}

/** Builds the message. The text part is built here, because nodemailer would break long lines, and links with them. */
function composeMessage(mail: Mail, id: string, { from, ...letterhead }: Letterhead & Pick<MailerOptions, 'from'>): SendMailOptions {
  const text = renderText(mail, letterhead)
  const encoding = /^\p{ASCII}*$/u.test(text) ? '7bit' : '8bit'
  const head = ['Content-Type: text/plain; charset=utf-8', `Content-Transfer-Encoding: ${encoding}`]
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject.replace(/[\s\p{Cc}]+/gu, ' '),
    // The id is the same for all retries, so that mail clients recognize duplicates.
    messageId: `<${id}@${new URL(letterhead.publicUrl).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
      'Content-Transfer-Encoding': encoding,
      ...(mail.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${new URL(mail.unsubscribe, letterhead.publicUrl).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    alternatives: [
      { raw: `${head.join('\r\n')}\r\n\r\n${text.replaceAll('\n', '\r\n')}` },
      { content: renderHtml(mail, letterhead), contentType: 'text/html; charset=utf-8' },
    ],
    ...(mail.attachment && {
      attachments: [
        { filename: mail.attachment.name, contentType: mail.attachment.type, content: Buffer.from(mail.attachment.base64, 'base64') },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

async function openSmtp(url: string): Promise<Delivery> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  return {
    async deliver(message) {
      const { from, to } = message as { from: string; to: { address: string } }
      try {
        await transport.sendMail({ ...message, envelope: { from, to: to.address, use8BitMime: true } })
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
        // The mail server refused the address or the message for good, so retries are useless.
        if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500) throw new PermanentJobError((error as Error).message)
        throw error
      }
    },
  }
}

/** Whether a name is that of an incomplete mail, which a killed process may leave. */
const isPart = (name: string) => /^\.\d{4}-.*\.eml\.part$/.test(name)

async function openOutbox(folder: string): Promise<Delivery> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dirname(folder))) if (isPart(name)) await rm(join(dirname(folder), name), { force: true })
  return {
    async deliver(message) {
      const { message: bytes } = await transport.sendMail(message)
      const name = `${new Date().toISOString()}-${randomBytes(6).toString('hex')}.eml`
      // The incomplete file is outside the outbox, so that the outbox contains only complete mails.
      const part = join(dirname(folder), `.${name}.part`)
      try {
        await writeFile(part, bytes as Buffer, { mode: 0o600, flush: true })
        await rename(part, join(folder, name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
  }
}

const openTransport = ({ smtpUrl, outboxDir }: Pick<MailerOptions, 'smtpUrl' | 'outboxDir'>) =>
  smtpUrl ? openSmtp(smtpUrl) : openOutbox(outboxDir)

/** Sends one mail immediately, to test the settings. @throws the mail server's error */
export async function sendMailNow(mail: z.input<typeof mailSchema>, options: Omit<MailerOptions, 'jobs'>): Promise<void> {
  const message = composeMessage(mailSchema.parse(mail), randomBytes(12).toString('hex'), options)
  await (await openTransport(options)).deliver(message)
}

/** Sends mails by jobs, with retries; undeliverable mails become dead jobs. Create it before the jobs start. */
export function createMailer({ jobs, smtpUrl, outboxDir, from, readLetterhead, ...letterhead }: MailerOptions): Mailer {
  let opening: Promise<Delivery> | undefined
  let failures = 0
  const open = () =>
    (opening ??= openTransport({ smtpUrl, outboxDir })).catch((error: unknown) => {
      opening = undefined
      throw error
    })

  jobs.work(mailJob, async (mail, { id }) => {
    try {
      const transport = await open()
      await transport.deliver(composeMessage(mail, id, { from, ...letterhead, ...(await readLetterhead?.()) }))
    } catch (error) {
      failures++
      throw error
    }
  })

  return {
    failures: () => failures,
    readBrand: async () => (await readLetterhead?.())?.brand ?? letterhead.brand,
    async send(mail, options) {
      const { action, paragraphs, ...rest } = mailSchema.parse(mail)
      const resolve = (link: { label: string; url: string }) => ({ ...link, url: new URL(link.url, letterhead.publicUrl).href })
      const resolved = paragraphs.map((part) => (typeof part === 'string' ? part : { ...part, link: resolve(part.link) }))
      await jobs.send(mailJob, { ...rest, paragraphs: resolved, ...(action && { action: resolve(action) }) }, options)
    },
  }
}
