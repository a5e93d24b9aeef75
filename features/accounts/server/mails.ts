import type { Language, Values } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { texts } from './texts.ts'

export type LinkMail =
  | 'sign_up'
  | 'verify'
  | 'verify_nameless'
  | 'known'
  | 'reset_link'
  | 'password_changed'
  | 'registered'
  | 'amended_terms'
export type CodeMail = 'reset_code' | 'adult_code'

/** Sends an email when the transaction commits. */
export async function sendMail(
  mailer: Mailer,
  db: Db,
  mail: { to: string; language: Language } & ({ text: LinkMail; path: string; values?: Values } | { text: CodeMail; code: string }),
): Promise<void> {
  const t = texts[mail.language]
  const name = `mails.${mail.text}` as const
  const values = { brand: await mailer.readBrand(), ...('values' in mail && mail.values) }
  await mailer.send(
    {
      to: mail.to,
      language: mail.language,
      subject: t(`${name}.subject`, values),
      heading: t(`${name}.heading`, values),
      paragraphs: [t(`${name}.text`, values)],
      footer: t(`${name}.footer`, values),
      ...('code' in mail ? { code: mail.code } : { action: { label: t(`mails.${mail.text}.action`, values), url: mail.path } }),
    },
    { db },
  )
}

/** Site paths linked from emails. {@link Mailer} prefixes the site's own origin, never an origin sent by the caller. */
export const mailPaths = {
  login: (language: Language) => `/${language}/login`,
  terms: (language: Language) => `/${language}/terms`,
  signUp: (language: Language, email: string, token: string) => `/${language}/register?${new URLSearchParams({ email, token }).toString()}`,
  verify: (language: Language, token: string) =>
    `/${language}/login?${new URLSearchParams({ verify_url: `/api/user/verify/${token}` }).toString()}`,
  endSessions: (language: Language, token: string) => `/${language}/settings?${new URLSearchParams({ end_sessions: token }).toString()}`,
  reset: (language: Language, email: string, token: string) => `/${language}/reset-password/${token}/${encodeURIComponent(email)}`,
}
