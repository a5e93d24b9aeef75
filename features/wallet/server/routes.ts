import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { jsonPageOf } from '#kit/server/db/json-text.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { Log } from '#kit/server/log.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { lookAlikeKey } from '#features/accounts/rules.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { type Transaction, walletContract } from '../contract.ts'
import { walletErrors } from '../errors.ts'
import { formatAmount } from '../money.ts'
import type { Payments } from './payments.ts'
import { ProviderError } from './providers/provider.ts'
import { checkLedger, findWallet, listLedger, postToLedger, readTrialBalance } from './queries/ledger.ts'
import {
  findAnyPayment,
  findOwnPayment,
  findPayment,
  insertPayment,
  insertRefund,
  listUncreditedPayments,
  readPostedAmounts,
} from './queries/payments.ts'
import { findAccount, listTransactions, readStatement } from './queries/transactions.ts'
import { drawReceiptOf, type ReceiptTools } from './receipts.ts'
import { toLedgerTransaction } from './ledger-transaction.ts'
import { texts } from './texts.ts'

export interface WalletTools extends ReceiptTools {
  db: Db
  log: Pick<Log, 'warn'>
  limits: Pick<Limits, 'take' | 'count'>
  mailer: Mailer
  payments: Payments
  config: ReceiptTools['config'] & { payments: 'sandbox' | 'mollie' | 'off' }
}

const topUpLimitOfUser = { max: 20, windowSeconds: 3600 }
const receiptLimitOfUser = { max: 60, windowSeconds: 3600 }
const webhookLimitOfAddress = { max: 600, windowSeconds: 60 }
const defaultLimit = 50
const CursorKey = z.tuple([Time, Id])

/** Returns the key of a username; '' for an email address. */
const nicknameKeyOf = (searchText: string) => (searchText.includes('@') ? '' : lookAlikeKey(searchText))

const positionOf = (cursor: string | undefined) => {
  const [time, id] = parseCursor(CursorKey, cursor) ?? []
  return time === undefined || id === undefined ? undefined : { time, id }
}

const typeText = (type: Transaction['type'], language: Language) => texts[language](`type.${type}`)

async function* ledgerRows(db: Db, filter: Parameters<typeof listLedger>[1]) {
  for (let after: { time: string; id: string } | undefined; ;) {
    const rows = await listLedger(db, filter, 500, after)
    for (const row of rows)
      for (const { account, amount, balance_after: balance } of row.entries)
        yield {
          transaction: row.id,
          date: row.date_at,
          cause: row.cause_type,
          cause_id: row.cause_id,
          user: row.user?.nickname ?? row.user?.id ?? null,
          account,
          amount: amount / 100,
          balance_after: balance === null ? null : balance / 100,
          note: row.note,
        }
    const last = rows.at(-1)
    if (rows.length < 500 || !last) return
    after = { time: last.time, id: last.id }
  }
}

export function walletRoutes(tools: WalletTools): Handlers<typeof walletContract> {
  const { limits, log, mailer, payments, config } = tools
  return {
    async getWallet(_, { db, reader }) {
      const { balance, debt, pending } = (await findWallet(db, reader.user.id))!
      return {
        balance: formatAmount(balance),
        pending: formatAmount(pending),
        debt: formatAmount(debt),
        top_ups: config.payments === 'mollie' ? 'on' : config.payments === 'sandbox' ? 'test' : 'off',
      }
    },

    async addBalance({ body: { amount } }, { db, reader, language, once }) {
      const { payments: provider } = config
      if (provider === 'off') return fail(walletErrors.top_ups_off)
      const id = await once(async (writer) => {
        assertAllowed(await limits.take(`top-ups:${reader.user.id}`, topUpLimitOfUser))
        return writer.transaction().execute((tx) => insertPayment(tx, { user_id: reader.user.id, provider, amount, language }))
      })
      const payment = (await findPayment(db, id)) ?? fail(commonErrors.not_found)
      return { url: await payments.checkoutOf(payment), payment_id: id }
    },

    getPayment: defineFindHandler(walletContract.getPayment, {
      find: async ({ params }, { select }) => (await select(findOwnPayment, params.id))[0] ?? fail(commonErrors.not_found),
      handle: ({ params: { id } }, { resource: { amount, status } }) => Promise.resolve({ id, amount: formatAmount(amount), status }),
    }),

    async receiveWebhook({ params: { provider }, body: { id } }, { address }) {
      assertAllowed(limits.count(`webhooks:${addressKey(address)}`, webhookLimitOfAddress))
      if (id === undefined) return {}
      try {
        await payments.refreshByProviderId(provider, id)
      } catch (error) {
        // Responds with an error, so that the provider repeats the webhook.
        if (!(error instanceof ProviderError)) throw error
        log.warn({ err: error }, 'the state of a payment is unknown')
        fail(walletErrors.provider_away, { retryAfter: 60 })
      }
      return {}
    },

    async listTransactions({ query: { limit = defaultLimit, cursor } }, { db, reader }) {
      const rows = await listTransactions(db, reader.user.id, limit + 1, positionOf(cursor))
      return jsonPageOf(rows, limit, ({ time, id }) => [time, id])
    },

    async exportTransactions(_, { db, reader, language }) {
      const rows = (await readStatement(db, reader.user.id)).map(({ date, type, tier_name: tier, amount, balance }) => ({
        date,
        type: typeText(type, language),
        package: tier,
        amount: amount / 100,
        balance: balance / 100,
      }))
      return { fileName: 'transactions.csv', rows }
    },

    async getReceipt({ params }, { db, reader, language }) {
      assertAllowed(await limits.take(`receipts:${reader.user.id}`, receiptLimitOfUser))
      return (await drawReceiptOf(db, tools, { id: params.id, userId: reader.user.id, language })).bytes
    },

    async mailReceipt({ params }, { db, reader, language }) {
      assertAllowed(await limits.take(`receipts:${reader.user.id}`, receiptLimitOfUser))
      const { bytes, number, email } = await drawReceiptOf(db, tools, { id: params.id, userId: reader.user.id, language })
      const t = texts[language]
      await mailer.send({
        to: email,
        language,
        subject: t('receipt.mail.subject', { number }),
        heading: t('receipt.mail.heading'),
        paragraphs: [t('receipt.mail.text')],
        attachment: { name: `${number}.pdf`, type: 'application/pdf', base64: Buffer.from(bytes).toString('base64') },
      })
      return {}
    },

    async listLedger({ query: { limit = defaultLimit, cursor, ...filter } }, { db }) {
      const rows = await listLedger(db, filter, limit + 1, positionOf(cursor))
      return pageOf(rows, limit, ({ time, id }) => [time, id], toLedgerTransaction)
    },

    exportLedger: ({ query }, { db }) => Promise.resolve({ fileName: 'ledger.csv', rows: ledgerRows(db, query) }),

    async getTrialBalance(_, { db }) {
      const [accounts, problems, uncredited] = await Promise.all([readTrialBalance(db), checkLedger(db), listUncreditedPayments(db)])
      return {
        accounts: accounts.map(({ account, debit, credit }) => ({ account, debit: formatAmount(debit), credit: formatAmount(credit) })),
        problems,
        uncredited: uncredited.map(({ id, amount, problem }) => ({ id, amount: formatAmount(amount), problem })),
      }
    },

    refundPayment: defineFindHandler(walletContract.refundPayment, {
      find: async ({ params }, { select }) => (await select(findAnyPayment, params.id))[0] ?? fail(commonErrors.not_found),
      async handle({ body: { amount, note } }, { db, reader, once, resource: payment }) {
        // If the call is repeated, the first call may have refunded the payment.
        const id = await once(async (writer) => {
          if (!payments.isRefundable(payment)) fail(walletErrors.not_refundable)
          if (amount > (await readPostedAmounts(db, payment.id)).net) fail(walletErrors.refund_too_high, { field: 'amount' })
          const refund = { payment_id: payment.id, amount, note, operator_id: reader.user.id }
          return writer.transaction().execute(async (tx) => {
            const refundId = await insertRefund(tx, refund)
            const thing = { type: 'payment', id: payment.id, name: '' }
            const after = { amount: amount / 100 }
            await writeAudit(tx, reader.user, { act: 'payment.refunded', thing, personId: payment.user_id, after, reason: note })
            return refundId
          })
        })
        await payments.refund(payment, { id, amount, note })
        const { status } = (await findPayment(db, payment.id))!
        return { id: payment.id, amount: formatAmount(payment.amount), status }
      },
    }),

    adjustBalance: defineFindHandler(walletContract.adjustBalance, {
      find: async ({ target }, { select }) =>
        (await select(findAccount, target.user_id, nicknameKeyOf(target.user_id)))[0] ?? fail(commonErrors.not_found),
      async handle({ body: { direction, amount, note } }, { db, reader, once, resource: { id: userId } }) {
        const cents = direction === 'add' ? amount : -amount
        const adjustment = {
          cause: { type: 'adjustment', id: crypto.randomUUID() },
          userId,
          amount: cents,
          site: { adjustments: -cents },
          details: { note, by: reader.user.id },
        } as const
        const adjust = async (tx: Db) => {
          const posted = await postToLedger(tx, adjustment)
          const thing = { type: 'wallet', id: userId, name: '' }
          const after = { amount: cents / 100 }
          await writeAudit(tx, reader.user, { act: 'balance.adjusted', thing, personId: userId, after, reason: note })
          return posted
        }
        const id = await once((writer) => writer.transaction().execute(adjust)).catch((error: unknown) => {
          // The account was deleted concurrently.
          if (violatedConstraint(error)?.startsWith('ledger_account')) fail(commonErrors.not_found)
          throw error
        })
        const [row] = await listLedger(db, { id: id ?? '' }, 1)
        return toLedgerTransaction(row ?? fail(commonErrors.not_found))
      },
    }),
  }
}
