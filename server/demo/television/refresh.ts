import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { hasPicture } from '#features/media/server/queries.ts'
import { guideDays } from '#features/tv-sources/rules.ts'
import type { Imports } from '#features/tv-sources/server/imports.ts'
import { addImport, listSources, findOrCreateSource } from '#features/tv-sources/server/queries/imports.ts'
import { listChannels, updateChannels } from '#features/tv-sources/server/queries/operator-channels.ts'
import { savePicture } from '#features/tv-sources/server/queries/programme-pictures.ts'
import pictures from '../assets/pictures.json' with { type: 'json' }
import { addTvToPackages } from '../packages.ts'
import { promoteTv } from '../promoted.ts'
import { channels, type DemoChannel } from './channels.ts'
import { channelList, formatGuide, pictureUrlFor, streamsUrl } from './lists.ts'
import { findStreamKey } from './stream-folders.ts'

const refreshHours = 6
const refreshTelevision = defineJob('demo-television', z.object({}), {
  schedule: `25 */${refreshHours} * * *`,
  timeoutSeconds: 300,
  retries: 2,
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** File name of the channel list, shown in the operator's imports. */
const listName = 'demonstration.m3u'
const guideName = 'demonstration.xml'

export interface DemoTelevisionTools {
  db: Db
  jobs: Pick<Jobs, 'work'>
  imports: Imports
  /** A folder for the lists during the import. */
  workDir: string
  /** Origin of this site, which serves the streams. */
  origin: string
}

/**
 * Updates the demonstration's TV channels and guide: writes lists like those of broadcasters, and imports them as an operator would. Runs
 * on a schedule, and at a start if the data is outdated or the site's address has changed.
 */
export function registerDemoTelevisionJob({ db, jobs, imports, workDir, origin }: DemoTelevisionTools): void {
  async function importText(kind: 'm3u' | 'xmltv', name: string, text: string, signal: AbortSignal): Promise<string> {
    const sourceId = await findOrCreateSource(db, { kind, url: null, name })
    await mkdir(workDir, { recursive: true })
    const folder = await mkdtemp(join(workDir, 'demonstration-'))
    try {
      const path = join(folder, name)
      await writeFile(path, text)
      const outcome = await imports.runImport(await addImport(db, sourceId), { path, signal })
      if (outcome && 'failure' in outcome) throw new Error(`${name} could not be imported: ${outcome.failure}`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return sourceId
  }

  jobs.work(refreshTelevision, async (_, { signal }) => {
    // Only the demonstration stores this logo. An installation that already had accounts has no demonstration.
    if (!(await hasPicture(db, logoOf(channels[0]!)!))) return
    const now = Date.now()
    const sourceId = await importText('m3u', listName, channelList(channels, { origin, streamKey: await findStreamKey(db) }), signal)
    await importText('xmltv', guideName, formatGuide(channels, origin, now - guideDays.back * dayMs, now + guideDays.ahead * dayMs), signal)
    await addDemoPictures(db, sourceId)
    await keepPictures(db, origin)
  })
}

export const refreshDemoTelevision = (jobs: Pick<Jobs, 'send'>): Promise<unknown> => jobs.send(refreshTelevision, {})

/** Refreshes at a start if needed: the guide may have ended while the server was off, or the site's address may have changed. */
export async function refreshStaleDemoTelevision(db: Db, jobs: Pick<Jobs, 'send'>, origin: string): Promise<void> {
  if (!(await isFresh(db, origin))) await refreshDemoTelevision(jobs)
}

/** Whether the last import is newer than the last scheduled refresh, and the streams are at this site's address. */
async function isFresh(db: Db, origin: string): Promise<boolean> {
  const sources = await listSources(db)
  const [list, guide] = [listName, guideName].map((fileName) => sources.find(({ name, url }) => name === fileName && url === null))
  if (!list || !guide?.imported_at || Date.now() - Date.parse(guide.imported_at) > refreshHours * hourMs) return false
  const filter = { query: undefined, withoutGuide: false, view: undefined, after: undefined, limit: channels.length }
  const result = await listChannels(db, { ...filter, sourceId: list.id })
  const site = { origin, streamKey: await findStreamKey(db) }
  const folders = new Set(channels.map((channel) => streamsUrl(channel, site)))
  const isOutdated = (address: string) => /\/media\/demo\/tv\//.test(address) && !folders.has(address.slice(0, address.lastIndexOf('/')))
  return result.length > 0 && !result.some(({ liveStreamUrl }) => isOutdated(liveStreamUrl))
}

const logoOf = ({ key }: DemoChannel): string | undefined => pictures[`logo-${key}` as keyof typeof pictures]

/** Registers the stored pictures of programmes and on-demand items, so that they aren't fetched. */
async function keepPictures(db: Db, origin: string): Promise<void> {
  const programmes = channels.flatMap(({ shows, onDemand = [] }) =>
    [...Object.values(shows), ...onDemand].flatMap(({ picture }) => (picture ? [pictures[picture]] : [])),
  )
  for (const id of new Set(programmes)) if (await hasPicture(db, id)) await savePicture(db, pictureUrlFor(id, origin), id)
}

/** Adds data that a list can't contain, once: logos (they have no public address), blocked countries, promotions and packages. */
async function addDemoPictures(db: Db, sourceId: string): Promise<void> {
  const bare = await listChannels(db, {
    query: undefined,
    sourceId,
    withoutGuide: false,
    view: undefined,
    after: undefined,
    limit: channels.length,
  })
  const demoPictures = new Map<string, string>()
  for (const { id, tvg_id, logo } of bare) {
    const channel = channels.find(({ key }) => key === tvg_id)
    const picture = channel && logoOf(channel)
    if (logo !== null || !picture || !(await hasPicture(db, picture))) continue
    const { blockedCountries } = channel
    const changes = { picture_id: picture, picture_due_at: null, ...(blockedCountries && { blocked_countries: [...blockedCountries] }) }
    await updateChannels(db, [id], { changes, setByHand: ['logo', 'blocked_countries'] })
    demoPictures.set(channel.key, id)
  }
  await promoteTv(db, demoPictures)
  await addTvToPackages(db, demoPictures)
}
