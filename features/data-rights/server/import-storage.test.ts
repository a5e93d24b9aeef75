// @module-tag slow
// Imports an archive's pictures while storage is unavailable: the disk is full, or the remote store fails or is down.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { archivedId, archiveOf, colouredPicture } from '#test/archives.ts'
import { createUser, type Person } from '#test/people.ts'
import { startS3 } from '#test/s3.ts'
import { startTestServer } from '#test/serve.ts'
import { dataRightsContract } from '../contract.ts'
import { importPicturesJob } from './job-kinds.ts'

vi.setConfig({ testTimeout: 60_000 })
const { getImport, makeImport, readImport } = dataRightsContract
const storeState = { away: false, refusing: false }
const s3 = await startS3({ isAway: () => storeState.away, isReadOnly: () => storeState.refusing })
const otherServer = await startTestServer({
  S3_BUCKET: s3.bucket,
  S3_REGION: s3.region,
  S3_ENDPOINT: s3.endpoint,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
})
const smallDiskServer = await startTestServer()

const ids = [1, 2, 3].map(archivedId)
const redPicture = await colouredPicture('#cc0000')
const file = await archiveOf(
  { videos: ids },
  ids.map((id) => [id, redPicture] as const),
)
/** Number of runs of the job, higher than its attempts. */
const attempts = 6
const completed = { waiting: 0, kept: 3, unreadable: 0, too_many: 0, held: null }

/**
 * Imports the archive while storage fails, for more runs than a job has attempts, and again after storage recovers.
 * @returns the status after each run, and the things without their picture
 */
async function importWhileFailing(
  { db, clientFor }: typeof smallDiskServer,
  { startFailure, free }: { startFailure: () => void; free: () => void },
) {
  const ann: Person = await createUser({ db, clientFor })
  const { id } = await ann.client(readImport, { body: { file } })
  const params = { id }
  const pictures = async () => (await ann.client(getImport, { params })).pictures
  const countWaiting = async () =>
    (
      await sql<{
        id: string
      }>`select id from job where name = ${importPicturesJob.name} and state = 'waiting' and run_after > now()`.execute(db)
    ).rows[0]?.id
  startFailure()
  const { playlists } = await ann.client(makeImport, { params, body: { channels: [{ index: 0 }] } })
  let last: string | undefined
  const statuses = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    await expect.poll(async () => ![undefined, last].includes(await countWaiting()), { timeout: 20_000 }).toBe(true)
    last = await countWaiting()
    statuses.push(await pictures())
    if (attempt === attempts - 1) free()
    await sql`update job set run_after = now() where id = ${last}`.execute(db)
  }
  await expect.poll(async () => (await pictures()).waiting, { timeout: 20_000 }).toBe(0)
  statuses.push(await pictures())
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: playlists[0]! } })
  return { said: statuses, without: series[0]!.videos.filter(({ image }) => image === null) }
}
const outcome = (obstacle: 'full' | 'away') => ({
  said: [...Array.from({ length: attempts }, () => ({ ...completed, waiting: 3, kept: 0, held: obstacle })), completed],
  without: [],
})

/** Uses a separate disk for storage. Without permission to mount, the test is skipped. */
const { filesDir } = smallDiskServer.config
const canMount = (() => {
  try {
    mkdirSync(filesDir, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', filesDir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
if (canMount) afterAll(() => void execFileSync('umount', ['-l', filesDir]))

describe.runIf(canMount)('a full disk', () => {
  test('pictures wait for free space, report it, and are imported once there is enough', async () => {
    const fillerFile = join(filesDir, 'ballast')
    const fill = () => {
      for (const size of [65_536, 4096])
        try {
          for (;;) writeFileSync(fillerFile, randomBytes(size), { flag: 'a' })
        } catch {
          // Writes until the disk is full.
        }
    }
    expect(await importWhileFailing(smallDiskServer, { startFailure: fill, free: () => rmSync(fillerFile) })).toEqual(outcome('full'))
  })
})

test('pictures wait while the store fails or is unreachable, and are imported once it recovers', async () => {
  const set = (setting: keyof typeof storeState, to: boolean) => () => void (storeState[setting] = to)
  expect(await importWhileFailing(otherServer, { startFailure: set('refusing', true), free: set('refusing', false) })).toEqual(
    outcome('away'),
  )
  expect(await importWhileFailing(otherServer, { startFailure: set('away', true), free: set('away', false) })).toEqual(outcome('away'))
})
