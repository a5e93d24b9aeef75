import { hostname } from 'node:os'
import { brand } from '#kit/contract/brand.ts'
import { sendMailNow } from '#kit/server/mail/mailer.ts'
import { messageOf, SetupError } from '#kit/server/setup-error.ts'
import { type Environment, readConfig } from '../config.ts'

/**
 * `report-failure UNIT`, for `OnFailure=` of systemd: logs that a unit failed, and mails it to `CONTACT`. Needs no database, because a
 * missing database may have caused the failure.
 */
export async function reportFailure([unit, ...more]: readonly string[], env: Environment, root: string): Promise<void> {
  if (!unit || more.length) throw new SetupError('Name the unit: npm run report-failure -- choice-backup.service')
  const { contact, smtpUrl, outboxDir, mailFrom, publicUrl } = readConfig(env, root)
  // `<3>` is the journal's level for errors.
  process.stderr.write(`<3>${unit} failed: journalctl -u ${unit}\n`)
  if (contact === undefined) throw new SetupError('Nobody was mailed: set CONTACT.')
  try {
    await sendMailNow(
      {
        to: contact,
        language: 'en',
        subject: `${brand}: ${unit} failed on ${hostname()}`,
        heading: `${unit} failed`,
        paragraphs: [`The service ${unit} of ${publicUrl} failed on ${hostname()}. To see why: journalctl -u ${unit}`],
      },
      { smtpUrl, outboxDir, from: mailFrom, brand, publicUrl, contact },
    )
  } catch (error) {
    throw new SetupError(`The mail about ${unit} could not be sent: ${messageOf(error)}`, { cause: error })
  }
}
