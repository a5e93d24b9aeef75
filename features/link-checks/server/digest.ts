import { brand } from '#kit/contract/brand.ts'
import type { Db } from '#kit/server/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { type DigestReader, noteDigests, readDigest } from './queries/digest.ts'
import { texts } from './texts.ts'

/** People of one transaction. */
const batch = 100
/** Videos that a mail names. */
const named = 5

/** Mails everybody whose links have gone since their last mail, once a week at most. */
export async function mailDigests(db: Db, mailer: Mailer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const told = await db.transaction().execute(async (tx) => {
      const people = await noteDigests(tx, batch)
      for (const person of people) await mailDigest(tx, mailer, person)
      return people.length
    })
    if (told < batch) return
  }
}

async function mailDigest(db: Db, mailer: Mailer, { id, email, language, token }: DigestReader): Promise<void> {
  const t = texts[language]
  const { total, videos } = await readDigest(db, id, named)
  if (total === 0) return
  const lines = videos.map(({ title, playlist_name, problem }) =>
    t('mail.video', { title, channel: playlist_name, why: t(`problem.${problem}`) }),
  )
  const more = total - videos.length
  await mailer.send(
    {
      to: email,
      language,
      subject: t('mail.subject', { count: total, brand }),
      heading: t('mail.heading', { count: total }),
      paragraphs: [t('mail.text'), ...lines, ...(more > 0 ? [t('mail.more', { count: more })] : [])],
      action: { label: t('mail.action'), url: `/${language}/settings?view=deadLinks` },
      footer: t('mail.footer'),
      unsubscribe: `/api/link-digest/${token}`,
    },
    { db },
  )
}
