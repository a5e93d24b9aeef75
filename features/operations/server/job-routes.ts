import * as z from 'zod/mini'
import { Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import { cancelJob, pauseJobs, resumeJobs, reviveJobs } from '#kit/server/jobs/job-store.ts'
import type { JobKind as RegisteredKind } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import type { JobKind, jobEndpoints, OperatorJob } from '../contract/jobs.ts'
import { operationsContract } from '../contract.ts'
import { operationsErrors } from '../errors.ts'
import { limits } from '../rules.ts'
import { jobTitle } from './job-titles.ts'
import { countKinds, findJob, findJobState, lockCancelledJob, selectJobPage, listFailedJobIds } from './queries/jobs.ts'

export interface JobServices {
  jobs: Pick<Jobs, 'cancel' | 'kinds'>
}

const defaultLimit = 50
const JobKey = z.tuple([Time, z.uuid()])

const shownFieldsByKind = (kinds: readonly RegisteredKind[]) =>
  Object.fromEntries(kinds.flatMap(({ name, shown }) => (shown.length ? [[name, shown]] : [])))

export function jobRoutes({ jobs }: JobServices): Handlers<typeof jobEndpoints> {
  async function readKinds(db: Db, language: Language, only?: string): Promise<JobKind[]> {
    const kinds = (await jobs.kinds()).filter(({ name }) => only === undefined || name === only)
    const counts = await countKinds(
      db,
      kinds.map(({ name }) => name),
    )
    return kinds.map(({ name, schedule, nextAt }, index) => ({
      ...counts[index]!,
      title: jobTitle(name, language),
      schedule: schedule ?? null,
      next_at: nextAt?.toISOString() ?? null,
    }))
  }
  const readKind = async (db: Db, language: Language, kind: string) =>
    (await readKinds(db, language, kind))[0] ?? fail(commonErrors.not_found)
  async function readJob(db: Db, language: Language, id: string): Promise<OperatorJob> {
    const job = (await findJob(db, shownFieldsByKind(await jobs.kinds()), id)) ?? fail(commonErrors.not_found)
    return { ...job, title: jobTitle(job.kind, language) }
  }
  const findKind = async ({ kind }: { kind: string }) =>
    (await jobs.kinds()).find(({ name }) => name === kind) ?? fail(commonErrors.not_found)
  const kindThing = (kind: string) => ({ thing: { type: 'job_kind', id: kind, name: kind } })
  const jobThing = ({ id, kind, owner_id }: { id: string; kind: string; owner_id: string | null }) => ({
    thing: { type: 'job', id, name: kind },
    personId: owner_id,
  })

  return {
    listJobKinds: (_, { db, language }) => readKinds(db, language),

    updateJobKind: defineFindHandler(operationsContract.updateJobKind, {
      find: ({ params }) => findKind(params),
      async handle({ params: { kind }, body: { is_paused, reason } }, { db, reader, language }) {
        await db.transaction().execute(async (tx) => {
          const isChanged = await (is_paused ? pauseJobs(tx, kind) : resumeJobs(tx, kind))
          if (isChanged) await writeAudit(tx, reader.user, { act: is_paused ? 'job.paused' : 'job.resumed', ...kindThing(kind), reason })
        })
        return readKind(db, language, kind)
      },
    }),

    retryJobKind: defineFindHandler(operationsContract.retryJobKind, {
      find: ({ params }) => findKind(params),
      handle: ({ params: { kind } }, { db, reader }) =>
        db.transaction().execute(async (tx) => {
          const { length: count } = await reviveJobs(tx, await listFailedJobIds(tx, kind, limits.retry))
          if (count > 0) await writeAudit(tx, reader.user, { act: 'job.retried', ...kindThing(kind), after: { count } })
          return { count }
        }),
    }),

    async listJobs({ query: { kind, state, limit = defaultLimit, cursor } }, { db, language }) {
      const [createdAt, id] = parseCursor(JobKey, cursor) ?? []
      const after = createdAt === undefined || id === undefined ? undefined : { createdAt, id }
      const result = await selectJobPage(db, shownFieldsByKind(await jobs.kinds()), { kind, state, after, limit: limit + 1 }).execute()
      const rows = result.map(({ time, ...job }) => ({ time, job }))
      return pageOf(
        rows,
        limit,
        ({ time, job }) => [time, job.id],
        ({ job }) => ({ ...job, title: jobTitle(job.kind, language) }),
      )
    },

    getJob: ({ params: { id } }, { db, language }) => readJob(db, language, id),

    retryJob: defineFindHandler(operationsContract.retryJob, {
      find: async ({ params }, { select }) => (await select(findJobState, params.id))[0] ?? fail(commonErrors.not_found),
      async handle({ params: { id } }, { db, reader, language, resource }) {
        if (resource.state === 'done' || resource.state === 'cancelled') fail(operationsErrors.not_failed)
        // Reads the job before the commit: after it, a process may finish and delete the job.
        return db.transaction().execute(async (tx) => {
          const isRetried = (await reviveJobs(tx, [id])).length > 0
          if (isRetried) await writeAudit(tx, reader.user, { act: 'job.retried', ...jobThing(resource) })
          return readJob(tx, language, id)
        })
      },
    }),

    cancelJob: defineFindHandler(operationsContract.cancelJob, {
      find: async ({ params }, { select }) => (await select(findJobState, params.id))[0] ?? fail(commonErrors.not_found),
      async handle({ params: { id } }, { db, reader, resource }) {
        if (resource.state === 'cancelled' || resource.is_cancelling) return {}
        await db.transaction().execute(async (tx) => {
          if (await lockCancelledJob(tx, id)) return
          if (!(await cancelJob(tx, id))) fail(operationsErrors.not_cancellable)
          await writeAudit(tx, reader.user, { act: 'job.cancelled', ...jobThing(resource), before: { state: resource.state } })
        })
        // Aborts the job at once if this process runs it. Other processes see the cancellation at their next heartbeat.
        await jobs.cancel(id)
        return {}
      },
    }),
  }
}
