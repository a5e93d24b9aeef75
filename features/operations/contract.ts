import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { jobEndpoints } from './contract/jobs.ts'
import { storageEndpoints } from './contract/storage.ts'
import { overviewCheckNames, checkStates, figures } from './rules.ts'

const Check = z.object({
  key: z.enum(overviewCheckNames),
  state: z.enum(checkStates),
  /** A sentence about the state, in the reader's language. */
  text: z.string(),
  /** The page where an operator can solve the problem; null if only the server's settings or machine can. */
  url: z.nullable(z.string()),
})
export type Check = z.output<typeof Check>

const FigureRow = z.object({
  figure: z.enum(figures),
  /** Count of yesterday, in UTC. */
  day: z.int(),
  /** Sum of the 30 days before today. For active users, the highest count of a day. */
  month: z.int(),
  /** Counts by day, including today's, which isn't complete. Leaves out days without a count. */
  days: z.array(z.object({ date: z.iso.date(), count: z.int() })),
})
export type FigureRow = z.output<typeof FigureRow>

export const operationsContract = defineContract({
  getOverview: {
    access: 'operator',
    actsFor: 'user',
    method: 'GET',
    path: '/api/operator',
    summary: 'Get the installation’s checks and daily figures',
    output: z.object({ checks: z.array(Check), figures: z.array(FigureRow) }),
    reads: ['operator-overview'],
  },
  ...jobEndpoints,
  ...storageEndpoints,
})
