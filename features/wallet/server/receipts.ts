import { brand } from '#kit/contract/brand.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import type { ReceiptDrawing } from './draw-receipt.ts'
import { findReceipt, numberReceipts, type ReceiptRow } from './queries/transactions.ts'
import { formatEuros } from '#kit/server/euros.ts'
import { drawReceiptTask } from './receipt-task.ts'
import { texts } from './texts.ts'

export interface ReceiptTools {
  sandbox: Pick<Sandbox, 'run'>
  publicUrl: string
  config: { contact: string | undefined }
}

/** Locales with the day before the month, as in the web app. */
const dateLocales: Readonly<Record<Language, string>> = { en: 'en-GB', nl: 'nl' }

const receiptNumberOf = ({ year, number }: ReceiptRow) => `${year}-${String(number).padStart(6, '0')}`

function describeReceipt(receipt: ReceiptRow, language: Language, { publicUrl, config }: ReceiptTools): ReceiptDrawing {
  const t = texts[language]
  const { amount, vat, details, cause_type: cause, name, email } = receipt
  // Charges are positive on a receipt, and their refunds negative.
  const sign = cause === 'subscription' || cause === 'purchase_refund' ? -1 : 1
  const total = sign * amount
  const tax = vat !== 0
  const percent = String(details.vat_percent ?? '')
  return {
    language,
    title: t('receipt.title', { number: receiptNumberOf(receipt) }),
    parties: [
      [brand, publicUrl, ...(config.contact ? [config.contact] : [])],
      [name, ...(name === email ? [] : [email])],
    ],
    details: [
      [
        t('receipt.date'),
        new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Brussels' }).format(receipt.date),
      ],
      [t('receipt.subject'), t(`cause.${cause}`, { package: details.tier_name ?? '' })],
      ...(receipt.payment_id === null ? [] : [[t('receipt.payment'), receipt.payment_id] as const]),
      [t('receipt.balance'), formatEuros(receipt.balance_after, language)],
    ],
    amounts: [
      ...(tax
        ? ([
            [t('receipt.net'), formatEuros(total - vat, language)],
            [t('receipt.vat', { percent }), formatEuros(vat, language)],
          ] as const)
        : []),
      [t('receipt.total'), formatEuros(total, language)],
    ],
    footer: tax ? t('receipt.footer') : t('receipt.footer_untaxed'),
    createdAt: receipt.date.toISOString(),
  }
}

interface ReceiptRequest {
  /** The transaction. */
  id: string
  userId: string
  language: Language
}

/** Draws the receipt of a user's transaction. @throws 404 */
export async function drawReceiptOf(db: Db, tools: ReceiptTools, { id, userId, language }: ReceiptRequest) {
  let receipt = await findReceipt(db, id, userId)
  if (!receipt) {
    await numberReceipts(db)
    receipt = (await findReceipt(db, id, userId)) ?? fail(commonErrors.not_found)
  }
  const bytes = await tools.sandbox.run(drawReceiptTask, describeReceipt(receipt, language, tools), { by: userId })
  return { bytes, number: receiptNumberOf(receipt), email: receipt.email }
}
