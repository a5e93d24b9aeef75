import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineFeature } from '#kit/server/feature.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { walletContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import type { Payments } from './payments.ts'
import { checkLedgerOrAlert } from './ledger-alert.ts'
import { walletPersonalData } from './queries/personal-data.ts'
import { numberReceipts } from './queries/transactions.ts'
import { walletRoutes } from './routes.ts'
import { type SandboxPageTools, serveSandboxPage } from './sandbox-page.ts'

const checkPaymentsJob = defineJob('wallet-payments', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })
const checkBooksJob = defineJob('wallet-ledger-check', z.object({}), { schedule: '20 3 * * *', retries: 0, timeoutSeconds: 1800 })
const numberReceiptsJob = defineJob('wallet-receipts', z.object({}), { schedule: '*/10 * * * *', retries: 0 })

export interface JobTools {
  jobs: Pick<Jobs, 'work'>
  db: Db
  payments: Payments
}

/** Registers jobs that check payments at their providers, number receipts, and check the ledger every night. */
function registerWalletJobs({ jobs, db, payments }: JobTools): void {
  jobs.work(checkPaymentsJob, (_, { signal }) => payments.refreshDue(signal))
  jobs.work(numberReceiptsJob, async () => void (await numberReceipts(db)))
  jobs.work(checkBooksJob, () => checkLedgerOrAlert(db))
}

export const walletFeature = defineFeature({
  name: 'wallet',
  summary: 'Balance, payments and the ledger',
  contract: walletContract,
  routes: walletRoutes,
  serve: (app: FastifyInstance, tools: SandboxPageTools) => serveSandboxPage(app, tools),
  registerJobs: registerWalletJobs,
  personalData: walletPersonalData,
  texts: { en, nl },
})
