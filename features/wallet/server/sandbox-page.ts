import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { brand } from '#kit/contract/brand.ts'
import { Id } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { readBody } from '#kit/server/http/body.ts'
import { fail } from '#kit/server/http/fail.ts'
import { parsePart } from '#kit/server/http/parse.ts'
import { escapeXml } from '#kit/server/xml.ts'
import { walletErrors } from '../errors.ts'
import { parseAmount } from '../money.ts'
import { formatEuros } from '#kit/server/euros.ts'
import { returnPath } from './payments.ts'
import {
  chargeBackSandboxPayment,
  endSandboxPayment,
  findSandboxPayment,
  type SandboxOutcome,
  sandboxOutcomes,
  refundSandboxPayment,
} from './queries/sandbox.ts'
import { texts } from './texts.ts'

export interface SandboxPageTools {
  db: Db
  config: { payments: 'sandbox' | 'mollie' | 'off' }
}

const path = '/pay/sandbox/:id'
const stylePath = '/pay/sandbox.css'
const styles = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem}
strong{display:block;font-size:2rem}
form{display:grid;gap:.75rem;margin-block:1.5rem 1rem}
a{display:inline-block;padding-block:.75rem;color:inherit}
button{font:inherit;padding:.75rem;min-height:44px;border-radius:.5rem;border:1px solid}
p{border-left:4px solid #d97706;padding-left:.75rem}`

const Form = z.object({ outcome: z.enum(sandboxOutcomes), amount: z.optional(z.string()) })

/** Serves the simulated provider's checkout page, which calls the webhook as a real provider does. Only with `PAYMENTS=sandbox`. */
export function serveSandboxPage(app: FastifyInstance, { db, config }: SandboxPageTools): void {
  if (config.payments !== 'sandbox') return
  app.get(stylePath, (_, reply) => reply.type('text/css; charset=utf-8').send(styles))

  async function find(params: unknown) {
    const { id } = params as { id: string }
    const result = Id.safeParse(id).success ? await findSandboxPayment(db, id) : undefined
    return result ? { id, ...result } : fail(commonErrors.not_found)
  }

  app.get(path, async (request, reply) => {
    const { id, amount, status, language, refunded, charged_back: chargedBack } = await find(request.params)
    const t = texts[language]
    const offered: readonly SandboxOutcome[] =
      status === 'open'
        ? ['paid', 'failed', 'expired']
        : status === 'paid' && refunded + chargedBack < amount
          ? ['refunded', 'charged_back']
          : []
    const buttons = offered.map((outcome) => `<button name="outcome" value="${outcome}">${escapeXml(t(`sandbox.${outcome}`))}</button>`)
    const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeXml(t('sandbox.title'))} · ${brand}</title><link rel="stylesheet" href="${stylePath}">
<main><h1>${escapeXml(t('sandbox.title'))}</h1><p role="note">${escapeXml(t('sandbox.warning'))}</p>
<strong>${escapeXml(formatEuros(amount, language))}</strong><span>${escapeXml(t(`sandbox.status.${status}`))}</span>
<form method="post" action="/pay/sandbox/${id}">${buttons.join('')}</form><a href="${returnPath(language, id)}">${escapeXml(t('sandbox.back'))}</a></main></html>`
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  })

  app.post(path, async (request, reply) => {
    const { id, amount, language, refunded, charged_back: chargedBack } = await find(request.params)
    const { value } = await readBody(request.raw, { form: true, maxBytes: 10_000, take: () => undefined })
    const { outcome, amount: part } = parsePart(Form, value)
    const cents = part === undefined ? amount - refunded - chargedBack : parseAmount(part)
    if (cents === undefined) fail(walletErrors.invalid_amount, { field: 'amount' })
    const isDone =
      outcome === 'refunded'
        ? await refundSandboxPayment(db, id, newId(), cents)
        : outcome === 'charged_back'
          ? await chargeBackSandboxPayment(db, id, cents)
          : await endSandboxPayment(db, id, outcome)
    if (isDone)
      await app.inject({
        method: 'POST',
        url: '/api/payments/sandbox/webhook',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ id }).toString(),
      })
    return reply.code(303).header('location', returnPath(language, id)).send()
  })
}
