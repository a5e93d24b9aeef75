import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { FetchedPayment } from '../providers/provider.ts'

export const sandboxOutcomes = ['paid', 'failed', 'expired', 'refunded', 'charged_back'] as const
export type SandboxOutcome = (typeof sandboxOutcomes)[number]

export const insertSandboxPayment = (db: Db, id: string) =>
  db
    .insertInto('sandbox_payment')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const findSandboxPayment = (db: Db, id: string) =>
  db
    .selectFrom('sandbox_payment')
    .innerJoin('payment', 'payment.id', 'sandbox_payment.id')
    .select(['payment.amount', 'payment.language', 'sandbox_payment.status', 'sandbox_payment.refunded', 'sandbox_payment.charged_back'])
    .$narrowType<{ status: FetchedPayment['status']; language: 'en' | 'nl' }>()
    .where('sandbox_payment.id', '=', id)
    .executeTakeFirst()

/** Refunds a part of a paid payment, once per refund id. @returns false if the payment has less than that amount left */
export async function refundSandboxPayment(db: Db, id: string, refundId: string, amount: number): Promise<boolean> {
  const { rows } = await sql`
    with known as (select id from sandbox_payment where id = ${id} and refund_ids @> array[${refundId}::text]),
      made as (
        update sandbox_payment set refunded = refunded + ${amount}, refund_ids = refund_ids || ${refundId}::text from payment
        where sandbox_payment.id = ${id} and payment.id = sandbox_payment.id and sandbox_payment.status = 'paid'
          and not refund_ids @> array[${refundId}::text] and refunded + charged_back + ${amount} <= payment.amount
        returning sandbox_payment.id)
    select id from known union all select id from made`.execute(db)
  return rows.length > 0
}

/** Charges a part of a paid payment back, as the payer's bank would. @returns false if the payment has less than that amount left */
export async function chargeBackSandboxPayment(db: Db, id: string, amount: number): Promise<boolean> {
  const { rows } = await sql`
    update sandbox_payment set charged_back = charged_back + ${amount} from payment
    where sandbox_payment.id = ${id} and payment.id = sandbox_payment.id and sandbox_payment.status = 'paid'
      and refunded + charged_back + ${amount} <= payment.amount
    returning sandbox_payment.id`.execute(db)
  return rows.length > 0
}

/** Ends an open payment. @returns false if the payment has already ended */
export async function endSandboxPayment(db: Db, id: string, status: 'paid' | 'failed' | 'expired'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_payment')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
