import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { brand } from '#kit/contract/brand.ts'
import { type Language, languages } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { createMailer } from '#kit/server/mail/mailer.ts'
import { sendMail } from '#features/accounts/server/mails.ts'
import { composeDeadLinkDigest as deadLinksMail } from '#features/link-checks/server/digest.ts'
import { composeDigest as newsMail } from '#features/notifications/server/digest.ts'
import { makeFolder } from '#test/folders.ts'
import { readJson } from './json.ts'

type AccountMail = Parameters<typeof sendMail>[2]

const email = 'wout@peeters.example'
const token = 'erBbN95e7VS5jk1tszTx2uagtalCDytfF940Jq_g-As'
const translatedWords = {
  en: {
    time: '22 November 2026 at 01:05 CET',
    day: '1 March 2027',
    news: ['2 new videos in Night trains', 'demo.rita shared “Everything that can be mended on a Sunday”', 'demo.yusuf follows you'],
  },
  nl: {
    time: '22 november 2026 om 01:05 CET',
    day: '1 maart 2027',
    news: ['2 nieuwe video’s in Nachttreinen', 'demo.rita heeft “Alles wat op zondag gemaakt kan worden” gedeeld', 'demo.yusuf volgt je'],
  },
}
const deadLinks = {
  total: 7,
  videos: [
    { title: 'Night train to Brussels', playlist_name: 'Slow travel', problem: 'removed' },
    { title: 'Harbour at six', playlist_name: 'Slow travel', problem: 'private' },
    { title: 'Low tide', playlist_name: 'Evenings', problem: 'unreachable' },
  ] as const,
}

/** One email of each kind. */
function mailsIn(language: Language) {
  const { time, day, news } = translatedWords[language]
  const accountMails = Object.entries(readJson('mails.json', { language, token, time, day }) as Record<string, AccountMail>)
  const digest = { email, language, token: token.slice(0, 32) }
  return {
    ...Object.fromEntries(accountMails.map(([name, mail]) => [name, { ...mail, to: email, language }])),
    'dead-links': deadLinksMail(digest, { ...deadLinks, videos: [...deadLinks.videos] }),
    following: newsMail(
      digest,
      news.map((text) => ({ text })),
      true,
    ),
  }
}

/** Returns all emails as HTML, by name and language. They are encoded as in the outbox and decoded again. */
export async function readMails(): Promise<Record<string, Record<Language, string>>> {
  const folder = makeFolder('choice-mails')
  let deliver: (mail: unknown) => Promise<void> = () => Promise.resolve()
  const jobs = {
    work: (_job: unknown, handler: (mail: unknown, run: { id: string }) => Promise<void>) => {
      deliver = (mail) => handler(mail, { id: 'look' })
    },
    send: (_job: unknown, mail: unknown) => deliver(mail).then(() => null),
  } as unknown as Jobs
  const outboxDir = join(folder, 'outbox')
  const mailer = createMailer({ jobs, outboxDir, from: `${brand} <no-reply@choice.example>`, brand, publicUrl: 'https://choice.example' })
  const pages: Record<string, Record<Language, string>> = {}
  try {
    for (const language of languages)
      for (const [name, mail] of Object.entries(mailsIn(language))) {
        await ('subject' in mail ? mailer.send(mail) : sendMail(mailer, {} as Db, mail))
        const latest = readdirSync(outboxDir).toSorted().at(-1) ?? ''
        const { html = '' } = await PostalMime.parse(readFileSync(join(outboxDir, latest)))
        pages[name] = { ...(pages[name] ?? { en: '', nl: '' }), [language]: html }
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return pages
}
