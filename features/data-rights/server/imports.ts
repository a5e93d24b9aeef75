/** Files that people bring: read in the sandbox, shown, and made into channels. */
import { common } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { limits as quantities } from '#features/curation/limits.ts'
import { status, type StatusId } from '#features/curation/rules.ts'
import { makeWholeChannels } from '#features/curation/server/whole-channels.ts'
import type { ImportPreview } from '../contract.ts'
import { dataRightsErrors } from '../errors.ts'
import { importMaxBytes } from '../rules.ts'
import { importTask } from './import-task.ts'
import type { Imported } from './import/imported.ts'
import type { ImportFile } from './import/read-import.ts'
import { countChannels, insertPreview, lockPreview, setMade } from './queries/imports.ts'
import { texts } from './texts.ts'

/** Of one person. */
const readFiles = { max: 30, windowSeconds: 3600 }

/** @throws 422 for what can't be read; 503 */
async function readInSandbox(sandbox: Sandbox, file: ImportFile, field: string, by: string): Promise<Imported> {
  try {
    return await sandbox.run(importTask, file, { by })
  } catch (error) {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return fail(dataRightsErrors.import_unreadable, { field })
    throw error
  }
}

/** @throws 422, 429, 503 */
export async function readImport(
  db: Db,
  { sandbox, limits }: { sandbox: Sandbox; limits: Pick<Limits, 'take'> },
  { user, language, file, text }: { user: User; language: Language; file: File | undefined; text: string | undefined },
): Promise<ImportPreview> {
  const field = file ? 'file' : 'text'
  const bytes = file
    ? new Uint8Array(await file.arrayBuffer())
    : text?.trim()
      ? new TextEncoder().encode(text)
      : fail(dataRightsErrors.import_missing, { field })
  if (bytes.byteLength > importMaxBytes) fail(dataRightsErrors.import_too_large, { field })
  demand(await limits.take(`imports:${user.id}`, readFiles))
  const t = texts[language]
  const names = { channel: t('import.channel'), series: t('import.series') }
  const name = file?.name.replace(/\.[a-z0-9]{1,5}$/i, '')
  const { kind, channels, skipped, skippedCount } = await readInSandbox(sandbox, { bytes, name, names }, field, user.id)
  if (channels.length === 0) fail(dataRightsErrors.import_empty, { field })
  return {
    id: await insertPreview(db, user.id, channels),
    kind,
    channels: channels.map(({ name, series }) => ({
      name,
      videos: series.reduce((sum, { videos }) => sum + videos.length, 0),
      series: series.map(({ name, videos }) => ({ name, videos: videos.length })),
    })),
    skipped,
    skipped_count: skippedCount,
    room: Math.max(0, quantities.playlists - (await countChannels(db, user.id))),
  }
}

interface Choice {
  index: number
  name?: string | undefined
}

/** Makes channels of what was chosen; what was made before is not made again. @returns their ids @throws 404, 422 */
export const makeImport = (
  db: Db,
  reader: Reader<User>,
  { id, chosen, statusId = status.private }: { id: string; chosen: readonly Choice[]; statusId: StatusId | undefined },
): Promise<string[]> =>
  makeWholeChannels(db, reader, statusId, {
    async find(tx) {
      const { channels, made } = (await lockPreview(tx, id, reader.user.id)) ?? fail(common.not_found)
      if (made) return { channels: [], made }
      if (new Set(chosen.map(({ index }) => index)).size < chosen.length) fail(dataRightsErrors.import_choice, { field: 'channels' })
      const named = chosen.map(({ index, name }) => {
        const channel = channels[index] ?? fail(dataRightsErrors.import_choice, { field: 'channels' })
        return name === undefined ? channel : { ...channel, name }
      })
      return { channels: named, made: null }
    },
    onMade: async (tx, ids) => void (await setMade(tx, id, ids)),
  })
