import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { brand } from '#kit/contract/brand.ts'
import { type Language, languages } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { createMailer } from '#kit/server/mail/mailer.ts'
import { sendMail } from '#features/accounts/server/mails.ts'
import { digestMail as deadLinksMail } from '#features/link-checks/server/digest.ts'
import { digestMail as newsMail } from '#features/notifications/server/digest.ts'
import { makeFolder } from '#test/folders.ts'

type AccountMail = Parameters<typeof sendMail>[2]

/** One email of each kind. */
function accountMails(language: Language): Record<string, AccountMail> {
  const to = { to: 'wout@peeters.example', language }
  const time = language === 'nl' ? '22 november 2026 om 01:05 CET' : '22 November 2026 at 01:05 CET'
  const token = 'erBbN95e7VS5jk1tszTx2uagtalCDytfF940Jq_g-As'
  return {
    'sign-up': { ...to, text: 'sign_up', path: `/${language}/register?email=wout%40peeters.example&token=${token}`, values: { time } },
    verify: {
      ...to,
      text: 'verify',
      path: `/${language}/login?verify_url=%2Fapi%2Fuser%2Fverify%2F${token}`,
      values: { nickname: 'wout', time },
    },
    known: { ...to, text: 'known', path: `/${language}/login` },
    'reset-link': { ...to, text: 'reset_link', path: `/${language}/reset-password/${token}/wout%40peeters.example` },
    'password-changed': { ...to, text: 'password_changed', path: `/${language}/settings?end_sessions=${token}` },
    'reset-code': { ...to, text: 'reset_code', code: '4071' },
    'adult-code': { ...to, text: 'adult_code', code: '0936' },
    'amended-terms': {
      ...to,
      text: 'amended_terms',
      path: `/${language}/terms`,
      values: { day: language === 'nl' ? '1 maart 2027' : '1 March 2027' },
    },
  }
}

/** The email about dead links. */
const linkMail = (language: Language) =>
  deadLinksMail(
    { email: 'wout@peeters.example', language, token: '0123456789abcdef0123456789abcdef' },
    {
      total: 7,
      videos: [
        { title: 'Night train to Brussels', playlist_name: 'Slow travel', problem: 'removed' },
        { title: 'Harbour at six', playlist_name: 'Slow travel', problem: 'private' },
        { title: 'Low tide', playlist_name: 'Evenings', problem: 'unreachable' },
      ],
    },
  )

/** The email about followed things. */
const followingMail = (language: Language) =>
  newsMail(
    { email: 'wout@peeters.example', language, token: '0123456789abcdef0123456789abcdef0123456789a' },
    language === 'nl'
      ? ['2 nieuwe video’s in Nachttreinen', 'demo.rita heeft “Alles wat op zondag gemaakt kan worden” gedeeld', 'demo.yusuf volgt je']
      : ['2 new videos in Night trains', 'demo.rita shared “Everything that can be mended on a Sunday”', 'demo.yusuf follows you'],
    true,
  )

/** All emails as HTML, by name and language: written as in the outbox, and parsed again. */
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
      for (const [name, mail] of Object.entries({
        ...accountMails(language),
        'dead-links': linkMail(language),
        following: followingMail(language),
      })) {
        await ('subject' in mail ? mailer.send(mail) : sendMail(mailer, {} as Db, mail))
        const latest = readdirSync(outboxDir).toSorted().at(-1) ?? ''
        pages[name] = {
          ...(pages[name] ?? { en: '', nl: '' }),
          [language]: (await PostalMime.parse(readFileSync(join(outboxDir, latest)))).html ?? '',
        }
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return pages
}
