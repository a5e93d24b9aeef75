// @module-tag slow
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { dataRightsContract, type ImportPreview } from '#features/data-rights/contract.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { archivedId, archiveOf, colouredPicture } from './archives.ts'
import { holdStatements } from './blocked-statements.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const ids = [1, 2].map(archivedId)
/** Returns the ids of stored pictures. */
function listStoredPictures(dataDir: string): string[] {
  const files = readdirSync(join(dataDir, 'files', 'pictures'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return [...new Set(files.map(({ name }) => name.slice(0, name.lastIndexOf('-'))))]
}
const heldStatements = await holdStatements(db)

test('a process killed between storing a picture of an archive and assigning it leaves it to the next process, once', async () => {
  const killed = await start('one')
  const ann = await createUser({ db, clientFor: killed.clientFor })
  const body = new FormData()
  const red = await colouredPicture('#cc0000')
  const files = ids.map((name) => [name, red] as const)
  body.set('file', await archiveOf({ videos: ids }, files))
  const read = await fetch(`${killed.url}/api/imports`, { method: 'POST', headers: { authorization: `Bearer ${ann.token}` }, body })
  const { id } = (await read.json()) as ImportPreview
  const release = await heldStatements.before('update on import_picture for each row')
  const playlist = await heldStatements.during(async (untilBlocked) => {
    const result = await ann.client(dataRightsContract.makeImport, { params: { id }, body: { channels: [{ index: 0 }] } })
    await untilBlocked()
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    return result.playlists[0]!
  })
  await release()
  const remainingKeys = listStoredPictures(killed.dataDir)
  expect(remainingKeys.length).toBeGreaterThan(0)
  const states = () => db.selectFrom('import_picture').select('state').where('import_id', '=', id).execute()
  await expect.poll(states, { timeout: 20_000 }).toEqual(ids.map(() => ({ state: 'waiting' })))

  // Restarts the job of the killed process, as if its last heartbeat was an hour ago.
  await sql`update job set heartbeat_at = now() - interval '1 hour' where state = 'active'`.execute(db)
  const second = await start('one')
  const client = second.clientFor({ token: ann.token })
  const importedPictures = async () => (await client(dataRightsContract.getImport, { params: { id } })).pictures
  await expect.poll(importedPictures, { timeout: 60_000 }).toEqual({ waiting: 0, kept: 2, unreadable: 0, too_many: 0, held: null })
  const { series } = await client(channelsContract.getPlaylist, { params: { id: playlist } })
  const pictureIds = series.flatMap(({ videos }) => videos.map(({ image }) => parsePictureAddress(image!)!.id))
  expect(pictureIds).toHaveLength(2)
  expect(listStoredPictures(second.dataDir)).toEqual(expect.arrayContaining(remainingKeys))

  // Makes pictures old, because unused pictures are deleted after a day.
  await sql`update picture set created_at = created_at - interval '25 hours'`.execute(db)
  await sql`insert into job (name, payload, max_attempts) values ('media-tidy', '{}', 1)`.execute(db)
  await expect.poll(() => listStoredPictures(second.dataDir).toSorted(), { timeout: 60_000 }).toEqual(pictureIds.toSorted())
  expect(readdirSync(join(second.dataDir, 'files', 'import-files'))).toEqual([])
}, 240_000)
