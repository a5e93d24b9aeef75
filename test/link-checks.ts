import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import type { Job } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { checkLinksJob, registerNewLinksJob } from '#features/link-checks/server/jobs.ts'
import { fillSeries, makeChannel, makeSeries } from './channels.ts'
import type { Person } from './people.ts'
import type { Client } from './serve.ts'

/** Returns functions that run the jobs of link checks, and let time pass. */
export function createLinkCheckRuns({ db, services }: { db: Db; services: { jobs: Pick<Jobs, 'send'> } }) {
  const waitForJob = async (name: string) => {
    const { rows } = await sql`select from job where name = ${name} and state in ('waiting', 'active')`.execute(db)
    expect(rows).toEqual([])
  }
  const run = async (job: Job) => {
    await services.jobs.send(job, {})
    await vi.waitFor(() => waitForJob(job.name), { timeout: 60_000, interval: 20 })
  }
  /** Registers the addresses of all videos, to be checked now. */
  const register = async () => {
    await run(registerNewLinksJob)
    await sql`update link_check set due_at = now()`.execute(db)
  }
  /** Checks the links that are due. */
  const runCheck = () => run(checkLinksJob)
  /** Makes all records older by some hours, and all checks due. */
  const pass = async (hours: number) => {
    const ago = sql`make_interval(hours => ${hours}::int)`
    await sql`update link_check set failed_at = failed_at - ${ago}, gone_at = gone_at - ${ago}, silent_since = silent_since - ${ago},
      looked_at = looked_at - ${ago}, due_at = now()`.execute(db)
    await sql`update link_check_host set claimed_until = null, paused_until = paused_until - ${ago}`.execute(db)
    await sql`update link_digest set mailed_at = mailed_at - ${ago}`.execute(db)
  }
  /** Lets broken links fail two checks, a day apart. */
  const findDeadLinks = async () => {
    await register()
    await runCheck()
    await pass(25)
    await runCheck()
  }
  return { register, look: runCheck, pass, findDeadLinks }
}

/** Returns functions that make channels with a video per address, and read them. */
export function createLinkedChannels(db: Db, owner: Person) {
  /** Makes a channel with a video per address. */
  async function channelOf(addresses: readonly string[], client: Client = owner.client, fields: Parameters<typeof makeChannel>[1] = {}) {
    const { id: playlistId } = await makeChannel(client, fields)
    const { id: seriesId } = await makeSeries(client, playlistId)
    const videoIds: string[] = []
    for (const [index, src] of addresses.entries())
      videoIds.push(...(await fillSeries(db, seriesId, [`Film ${index}`], { src, position: (index + 1) * 1000 })))
    return { playlistId, seriesId, videoIds }
  }
  const readVideo = (client: Client, id: string, playlist?: string) =>
    client(channelsContract.getVideo, { params: { id }, query: { ...(playlist && { playlist }) } })
  /** Returns the state of each video's link, as the channel's owner sees it. */
  const statesOf = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await readVideo(owner.client, id)).link_failure?.state ?? 'well'))
  return { channelOf, readVideo, statesOf }
}
