import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Id, page, paging, text, Time } from '#kit/contract/fields.ts'
import { walletErrors } from './errors.ts'
import { amountBetween, Money } from './fields.ts'
import { topUpLimits } from './money.ts'

/** Ids used in example calls. */
export const walletExamples = { payment: 'Pm4Kx9TbW2e', transaction: 'Tx7Nw3RcQ5d', user: 'Us2Fv8LmH6j' } as const

export const paymentStatuses = ['open', 'paid', 'failed', 'expired', 'refunded', 'charged_back'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const causeTypes = ['payment', 'refund', 'chargeback', 'subscription', 'purchase_refund', 'adjustment'] as const
export type CauseType = (typeof causeTypes)[number]
export const accountKinds = ['wallet', 'debt', 'provider', 'revenue', 'vat', 'adjustments'] as const

const Payment = z.object({ id: Id, amount: Money, status: z.enum(paymentStatuses) })
export type Payment = z.output<typeof Payment>

const transactionTypes = ['balance', 'subscription', 'refund', 'chargeback', 'adjustment'] as const
const Transaction = z.object({
  id: Id,
  /** Name of the package that was charged or refunded. */
  tier_name: z.nullable(z.string()),
  date_at: Time,
  amount: Money,
  type: z.enum(transactionTypes),
  /** False if a payment is pending or failed. */
  is_paid: z.boolean(),
  /** State of a payment that wasn't added to the balance. */
  status: z.nullable(z.enum(['open', 'failed', 'expired'])),
  balance_after: z.nullable(Money),
  /** URL of a PDF. Null until the transaction is posted. */
  receipt_url: z.nullable(z.string()),
})
export type Transaction = z.output<typeof Transaction>

/** A row of the transactions' CSV file. */
const TransactionRow = z.object({ date: Time, type: z.string(), package: z.nullable(z.string()), amount: z.number(), balance: z.number() })

/** A transaction of the ledger, as operators see it. */
export const LedgerTransaction = z.object({
  id: Id,
  date_at: Time,
  cause_type: z.enum(causeTypes),
  cause_id: z.string(),
  payment_id: z.nullable(Id),
  /** Null if the user's account was deleted. */
  user: z.nullable(z.object({ id: Id, nickname: z.nullable(z.string()) })),
  /** Name of the package that was charged or refunded. */
  tier_name: z.nullable(z.string()),
  /** True if this is a purchase that was refunded. */
  is_refunded: z.boolean(),
  note: z.nullable(z.string()),
  entries: z.array(z.object({ account: z.enum(accountKinds), amount: Money, balance_after: z.nullable(Money) })),
})
export type LedgerTransaction = z.output<typeof LedgerTransaction>

const ledgerFilter = z.object({
  cause_type: z.optional(z.enum(causeTypes)),
  user_id: z.optional(Id),
})

export const walletContract = defineContract({
  getWallet: {
    method: 'GET',
    path: '/api/wallet',
    access: 'user',
    actsFor: 'user',
    summary: 'Get your balance',
    output: z.object({
      balance: Money,
      /** Sum of the pending payments. */
      pending: Money,
      /** The next top-ups pay off this debt. Until then, nothing can be bought. */
      debt: Money,
      /** Whether top-ups are possible. `test`: without real money. */
      top_ups: z.enum(['on', 'test', 'off']),
    }),
    reads: ['wallet'],
  },
  addBalance: {
    method: 'POST',
    path: '/api/wallet',
    access: 'user',
    actsFor: 'user',
    summary: 'Top up your wallet with a payment',
    description: 'Returns the URL of the provider’s payment page. The balance changes only when the payment is paid.',
    form: true,
    idempotencyKey: true,
    body: z.object({ amount: amountBetween(topUpLimits.min, topUpLimits.max, walletErrors.invalid_amount) }),
    example: { body: { amount: '20.00' } },
    output: z.object({ url: z.string(), payment_id: Id }),
    refusals: [walletErrors.invalid_amount, walletErrors.top_ups_off, walletErrors.provider_away],
    changes: ['wallet'],
  },
  getPayment: {
    method: 'GET',
    path: '/api/payments/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Get one of your payments',
    params: byId,
    example: { params: { id: walletExamples.payment } },
    output: Payment,
    reads: ['wallet'],
  },
  receiveWebhook: {
    method: 'POST',
    path: '/api/payments/:provider/webhook',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Receive a payment provider’s notification',
    description:
      'Payment providers call this when a payment changes. The server then requests the payment’s state from the provider, and doesn’t trust the body.',
    form: true,
    params: z.object({ provider: z.string().check(z.maxLength(20)) }),
    body: z.object({ id: z.optional(z.string().check(z.maxLength(200))) }),
    example: { params: { provider: 'sandbox' }, body: { id: walletExamples.payment } },
    output: Empty,
  },
  listTransactions: {
    method: 'GET',
    path: '/api/transactions',
    access: 'user',
    actsFor: 'user',
    summary: 'List your transactions, latest first',
    query: paging(100),
    output: page(Transaction),
    reads: ['wallet'],
  },
  exportTransactions: {
    method: 'GET',
    path: '/api/transactions/export',
    access: 'user',
    actsFor: 'user',
    summary: 'Download your transactions as CSV',
    responseType: 'csv',
    output: TransactionRow,
  },
  getReceipt: {
    method: 'GET',
    path: '/api/receipts/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Download the receipt of a transaction',
    params: byId,
    example: { params: { id: walletExamples.transaction } },
    responseType: 'file',
    mediaType: 'application/pdf',
    output: z.instanceof(Blob),
  },
  mailReceipt: {
    method: 'POST',
    path: '/api/receipts/:id/mail',
    access: 'user',
    actsFor: 'user',
    summary: 'Email the receipt of a transaction',
    params: byId,
    example: { params: { id: walletExamples.transaction } },
    output: Empty,
  },
  listLedger: {
    method: 'GET',
    path: '/api/operator/ledger',
    access: 'operator',
    actsFor: 'user',
    summary: 'List the ledger’s transactions, latest first',
    query: z.extend(paging(100), ledgerFilter.shape),
    output: page(LedgerTransaction),
    reads: ['ledger'],
  },
  exportLedger: {
    method: 'GET',
    path: '/api/operator/ledger/export',
    access: 'operator',
    actsFor: 'user',
    summary: 'Download the ledger’s entries as CSV',
    query: ledgerFilter,
    responseType: 'csv',
    output: z.object({
      transaction: z.string(),
      date: Time,
      cause: z.string(),
      cause_id: z.string(),
      user: z.nullable(z.string()),
      account: z.string(),
      amount: z.number(),
      balance_after: z.nullable(z.number()),
      note: z.nullable(z.string()),
    }),
  },
  getTrialBalance: {
    method: 'GET',
    path: '/api/operator/trial-balance',
    access: 'operator',
    actsFor: 'user',
    summary: 'Get the trial balance of the ledger',
    output: z.object({
      accounts: z.array(z.object({ account: z.enum(accountKinds), debit: Money, credit: Money })),
      /** Errors found in the ledger, in English. */
      problems: z.array(z.string()),
      /** Payments that were paid but couldn't be added to a balance. */
      uncredited: z.array(z.object({ id: Id, amount: Money, problem: z.enum(['currency', 'amount', 'foreign']) })),
    }),
    reads: ['ledger'],
  },
  refundPayment: {
    method: 'POST',
    path: '/api/operator/payments/:id/refund',
    access: 'operator',
    actsFor: 'user',
    summary: 'Refund a payment at its provider',
    description: 'The wallet is debited when the provider confirms the refund. An amount beyond the balance becomes debt.',
    idempotencyKey: true,
    params: byId,
    body: z.object({ amount: amountBetween(1, topUpLimits.max), note: text(500, 1) }),
    example: { params: { id: walletExamples.payment }, body: { amount: '20.00', note: 'Paid twice' } },
    output: Payment,
    refusals: [walletErrors.refund_too_high, walletErrors.not_refundable, walletErrors.provider_away],
    changes: ['ledger'],
  },
  adjustBalance: {
    method: 'POST',
    path: '/api/operator/ledger/adjustments',
    access: 'operator',
    actsFor: 'user',
    summary: 'Adjust a user’s balance',
    idempotencyKey: true,
    target: ['user_id'],
    description: '`user_id` is an id, username or email address.',
    body: z.object({ user_id: text(254, 1), direction: z.enum(['add', 'take']), amount: amountBetween(1, 1_000_000), note: text(500, 1) }),
    example: { body: { user_id: walletExamples.user, direction: 'add', amount: '5.00', note: 'For the outage in May' } },
    output: LedgerTransaction,
    refusals: [walletErrors.balance],
    changes: ['ledger'],
  },
})
