import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { walletContract as contract } from '../contract.ts'
import { drawReceipt } from './draw-receipt.ts'
import { postToLedger, taxIn } from './queries/ledger.ts'
import { numberReceipts } from './queries/transactions.ts'

const server = await startTestServer({ PAYMENTS: 'sandbox' })
const { db } = server
const clock = await createTestClock(db)

const postAdjustment = (userId: string, amount: number) =>
  db
    .transaction()
    .execute((tx) =>
      postToLedger(tx, { cause: { type: 'adjustment', id: crypto.randomUUID() }, userId, amount, site: { adjustments: -amount } }),
    )

/** Returns the characters that the PDF's fonts can show. Only text of these characters can be copied and searched. */
function charactersOf(pdf: Uint8Array): Set<string> {
  const bytes = Buffer.from(pdf)
  const result = new Set<string>()
  for (let offset = bytes.indexOf('stream\n'); offset >= 0; offset = bytes.indexOf('stream\n', offset + 7)) {
    const end = bytes.indexOf('endstream', offset)
    try {
      const text = inflateSync(bytes.subarray(offset + 7, end)).toString('latin1')
      if (text.includes('beginbfrange') || text.includes('beginbfchar'))
        for (const [, code] of text.matchAll(/<([\da-f]{4})>/gi)) result.add(String.fromCharCode(Number.parseInt(code!, 16)))
    } catch {
      // Ignored: the content isn't a compressed stream.
    }
  }
  return result
}

test('a receipt’s text is readable in Latin Extended, with the euro sign', async () => {
  const name = 'Zoë Łódź Ş'
  const pdf = await drawReceipt({
    language: 'nl',
    title: 'Betaalbewijs 2026-000001',
    parties: [['Choice'], [name, 'zoe@example.com']],
    details: [['Datum', '27 november 2026']],
    amounts: [['Totaal', '€ 20,00']],
    footer: 'Prijzen zijn inclusief btw.',
    createdAt: '2026-11-27T08:00:00Z',
  })
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeLessThan(60_000)
  const characters = charactersOf(pdf)
  expect(Array.from(`${name}€`).filter((character) => !characters.has(character))).toEqual([])
})

test('receipts are numbered per year in Brussels without gaps, even if two numberings run concurrently', async () => {
  const { id } = await createUser(server)
  await clock.set('2026-12-31T23:59:00+01:00')
  for (let i = 0; i < 3; i++) await postAdjustment(id, 100)
  await clock.set('2027-01-01T00:00:30+01:00')
  for (let i = 0; i < 4; i++) await postAdjustment(id, 100)
  await Promise.all([numberReceipts(db), numberReceipts(db), numberReceipts(db)])
  await postAdjustment(id, 100)
  // After the clock was set back, this receipt is numbered in the earlier year.
  await clock.set('2026-12-31T12:00:00+01:00')
  await postAdjustment(id, 100)
  await numberReceipts(db)
  const { rows } = await sql<{ year: number; numbers: number[] }>`
    select year, array_agg(number order by number) as numbers from receipt group by year order by year`.execute(db)
  expect(rows).toEqual([
    { year: 2026, numbers: [1, 2, 3, 4] },
    { year: 2027, numbers: [1, 2, 3, 4, 5] },
  ])
})

test('a receipt is mailed on request, in the reader’s language, as an attachment', async () => {
  const ann = await createUser(server, {}, { language: 'nl' })
  await postAdjustment(ann.id, 2000)
  const [transaction] = (await ann.client(contract.listTransactions, {})).data
  await ann.client(contract.mailReceipt, { params: { id: transaction!.id } })
  const [mail] = await server.mailsTo(ann.email)
  expect(mail).toContain('Subject: Betaalbewijs ')
  expect(mail).toContain('Content-Type: application/pdf')
})

test.each([
  [499, 21, 87],
  [0, 21, 0],
  [121, 21, 21],
  [499, 0, 0],
  [3, 100, 2],
  [1065, 6.5, 65],
])('the tax in %i cents at %d % is %i cents: contained in the price, rounded half up', async (cents, percent, tax) => {
  const { rows } = await sql<{ tax: number }>`select ${taxIn(sql<number>`${cents}::bigint`, percent)}::bigint as tax`.execute(db)
  expect(rows).toEqual([{ tax }])
})

test('the statement is a CSV file of all posted transactions', async () => {
  const { id, client } = await createUser(server)
  await postAdjustment(id, 2000)
  await postAdjustment(id, -501)
  const file = (await client(contract.exportTransactions, {})) as unknown as Blob
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines[0]).toBe('date,type,package,amount,balance')
  expect(lines.slice(1).map((line) => line.split(',').slice(1).join())).toEqual(['Adjustment,,20,20', 'Adjustment,,-5.01,14.99'])
})
