import { access, constants } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createLog } from '#kit/server/log.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import { createStorage } from '#kit/server/storage/storage.ts'
import { createImports } from '#features/tv-sources/server/imports.ts'
import { sourceName } from '#features/tv-sources/server/source-name.ts'
import { failureText, problemText } from '#features/tv-sources/server/problem-texts.ts'
import { addImport, failImport, findImport, findSource, findOrCreateSource } from '#features/tv-sources/server/queries/imports.ts'
import { texts } from '#features/tv-sources/server/texts.ts'
import { sourceKinds } from '#features/tv-sources/rules.ts'
import type { Environment } from '../config.ts'
import { createGuideSandbox, createOutboundOf } from '../services.ts'
import { parseToolArguments, runDatabaseTool } from './tool.ts'

const usage = 'Name what it is and where: npm run import -- m3u FILE (or an address), or npm run import -- xmltv FILE (or an address)'

const assertReadable = (path: string) =>
  access(path, constants.R_OK).catch(() => {
    throw new SetupError(`${path} can't be read.`)
  })

/** `npm run import -- m3u|xmltv FILE|URL`: imports TV channels or a guide, whether or not the product is running. */
export async function importTelevision(args: readonly string[], env: Environment, root: string): Promise<void> {
  const { positionals } = parseToolArguments(args, usage, {})
  const [kindWord, fileOrUrl, ...extraArgs] = positionals
  const kind = sourceKinds.find((sourceKind) => sourceKind === kindWord)
  if (!kind || !fileOrUrl || extraArgs.length) throw new SetupError(usage)
  const isAddress = /^https?:\/\//i.test(fileOrUrl)
  if (isAddress && !URL.canParse(fileOrUrl)) throw new SetupError(`${fileOrUrl} is no address.`)
  const path = isAddress ? undefined : resolve(env['INIT_CWD'] ?? process.cwd(), fileOrUrl)
  if (path !== undefined) await assertReadable(path)
  const url = isAddress ? new URL(fileOrUrl).href : undefined

  return runDatabaseTool(env, root, async (db, config, lifecycle) => {
    const log = createLog({ level: 'silent' })
    const sandbox = await lifecycle.open(8000, Promise.resolve(createGuideSandbox(config, log)), async (sandbox) => sandbox.stop())
    const { fetchPublic } = createOutboundOf(config)
    const imports = createImports({
      db,
      sandbox,
      fetchPublic,
      storage: createStorage({ folder: config.filesDir, s3: config.s3 }),
      workDir: config.importsDir,
      maxBytes: config.guideMaxBytes,
      log,
    })
    const name = sourceName({ url, fileName: path && basename(path) }, kind)
    const id = await addImport(db, await findOrCreateSource(db, { kind, url: url ?? null, name }))
    let reported = 0
    const onProgress = (read: number) => {
      if (read < reported + 10_000) return
      reported = read
      process.stderr.write(`${read} read\n`)
    }
    try {
      await imports.runImport(id, { path, signal: new AbortController().signal, onProgress })
    } catch (error) {
      await failImport(db, id, 'interrupted').catch(() => undefined)
      throw error
    }
    const result = await findImport(db, id)
    if (!result || result.failure !== null)
      throw new SetupError(`Nothing was imported. ${failureText('en', result?.failure ?? 'interrupted')}`)
    const lines = result.problems.map((problem) => `${problem.line ? `line ${problem.line}: ` : ''}${problemText('en', problem)}`)
    const source = kind === 'xmltv' ? await findSource(db, result.source_id) : undefined
    if (source?.channels === 0) lines.push(texts.en('operator.sources.unmatched'))
    const { read, written, unchanged, skipped, removed } = result
    return [...lines, `${read} read, ${written} written, ${unchanged} unchanged, ${skipped} skipped, ${removed} removed.`].join('\n')
  })
}
