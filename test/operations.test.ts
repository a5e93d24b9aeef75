// @module-tag slow
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Cluster, startCluster } from '#kit/server/postgres/cluster.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { makeFolder } from '#test/folders.ts'
import { xmltvGuide, m3uList } from '#test/tv-imports.ts'

// Long timeouts, because each tool runs in a process of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = makeFolder('choice-operations')
const running = new Set<Cluster>()
let count = 0
const newDir = () => join(folder, `data${count++}`)

// Builds these sources, because tools don't.
beforeAll(
  async () => void (await once(spawn(process.execPath, ['-e', "import('./scripts/build.mjs').then(({ build }) => build())"]), 'close')),
)

async function runTool(dataDir: string, name: string, ...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', DATA_DIR: dataDir, INIT_CWD: folder }
  const child = spawn(process.execPath, ['scripts/start.mjs', name, ...args], { env })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (words += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, words: words.trim() }
}

async function openCluster(dir: string) {
  const cluster = await startCluster({ dir })
  running.add(cluster)
  return cluster
}
async function closeCluster(cluster: Cluster) {
  running.delete(cluster)
  await cluster.stop()
}
async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as unknown[]
  } finally {
    await client.end()
  }
}

const restoreNotice = (dir: string) =>
  `This restores into the files in ${dir} and the database that comes along, in ${join(dir, 'postgres')}.`

/** Makes an installation with users and files, and stops it. Tests use copies of it. */
async function install() {
  const dir = newDir()
  const cluster = await openCluster(dir)
  await migrate(cluster.url, 'migrations')
  await query(
    cluster.url,
    `insert into account (id, email, nickname, nickname_key, password_hash)
     select lpad(n::text, 11, '0'), 'p' || n || '@example.com', 'Zoë ' || n, 'zoe' || n, repeat('hash' || n, 500) from generate_series(1, 3000) as n`,
  )
  mkdirSync(join(dir, 'files', 'pictures'), { recursive: true })
  writeFileSync(join(dir, 'files', 'pictures', 'one.webp'), Buffer.alloc(300_000, 7))
  writeFileSync(join(dir, 'files', 'empty'), '')
  writeFileSync(join(dir, 'demo-logins.txt'), 'demo: hush', { mode: 0o600 })
  await closeCluster(cluster)
  return dir
}
let installed: Promise<string> | undefined

/** Returns a copy of the installation that {@link install} made, with a running database. */
async function createInstallation() {
  const dir = newDir()
  // Copies owners too, because PostgreSQL doesn't run as root.
  execFileSync('cp', ['-a', await (installed ??= install()), dir])
  return { dir, cluster: await openCluster(dir) }
}
const hashUsers = (url: string) => query(url, `select md5(jsonb_agg(to_jsonb(account) order by id)::text) from account`)

afterEach(async () => {
  for (const cluster of running) await closeCluster(cluster)
})
afterAll(() => {
  for (let index = 0; index < count; index++) {
    const place = join(folder, `data${index}`, 'postgres')
    if (existsSync(place) && !realpathSync(place).startsWith(folder)) rmSync(dirname(realpathSync(place)), { recursive: true })
  }
  rmSync(folder, { recursive: true, force: true })
})

test('restoring a backup of a running installation gives an identical one', async () => {
  const { dir, cluster } = await createInstallation()
  const backup = await runTool(dir, 'backup', 'one.tar.gz')
  expect(backup).toEqual({
    code: 0,
    words: expect.stringMatching(/one\.tar\.gz: \d+ tables and 3 files, [\d.]+ MB packed into [\d.]+ MB\.$/),
  })
  const before = await hashUsers(cluster.url)

  const other = newDir()
  expect(await runTool(other, 'restore', 'one.tar.gz')).toEqual({ code: 1, words: `${restoreNotice(other)}\nAdd --yes to restore there.` })
  expect(existsSync(other)).toBe(false)
  expect(await runTool(other, 'restore', 'one.tar.gz', '--yes')).toMatchObject({ code: 0 })
  const restored = await openCluster(other)
  expect(await hashUsers(restored.url)).toEqual(before)
  expect(readFileSync(join(other, 'files', 'pictures', 'one.webp'))).toEqual(Buffer.alloc(300_000, 7))
  expect(readFileSync(join(other, 'files', 'empty'))).toHaveLength(0)
  expect(statSync(join(other, 'demo-logins.txt')).mode & 0o777).toBe(0o600)
  expect(readdirSync(other).filter((name) => name.startsWith('restore-'))).toEqual([])
})

test('an installation with data is only overwritten on request, and never while it runs', async () => {
  const { dir, cluster } = await createInstallation()
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  await closeCluster(cluster)
  expect(await runTool(dir, 'backup', backups)).toMatchObject({ code: 0 })
  const [name = ''] = readdirSync(backups)
  expect(name).toMatch(/^choice-[\dT-]+\.tar\.gz$/)
  expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600)

  const second = await openCluster(dir)
  const before = await hashUsers(second.url)
  await query(second.url, 'delete from account where id > $1', ['00000000010'])
  writeFileSync(join(dir, 'files', 'later'), 'later')
  const whileRunning = await runTool(dir, 'restore', join(backups, name), '--force', '--yes')
  expect(whileRunning).toEqual({ code: 1, words: `${restoreNotice(dir)}\nChoice is already running on ${dir} (process ${process.pid}).` })
  await closeCluster(second)
  const unforcedRestore = await runTool(dir, 'restore', join(backups, name), '--yes')
  expect(unforcedRestore).toEqual({
    code: 1,
    words: `${restoreNotice(dir)}\nThis installation (${dir}) is not empty: add --force to replace everything in it with the backup.`,
  })
  expect(existsSync(join(dir, 'files', 'later'))).toBe(true)

  expect(await runTool(dir, 'restore', join(backups, name), '--force', '--yes')).toMatchObject({ code: 0 })
  expect(await hashUsers((await openCluster(dir)).url)).toEqual(before)
  expect(existsSync(join(dir, 'files', 'later'))).toBe(false)
})

test('a damaged backup changes nothing', async () => {
  const { dir, cluster } = await createInstallation()
  await runTool(dir, 'backup', 'damaged.tar.gz')
  const file = join(folder, 'damaged.tar.gz')
  const before = await hashUsers(cluster.url)
  await closeCluster(cluster)
  for (const damage of [
    () => truncateSync(file, Math.floor(statSync(file).size / 2)),
    () => writeFileSync(file, 'no archive'),
    () => writeFileSync(file, gzipSync('')),
  ]) {
    damage()
    expect(await runTool(dir, 'restore', 'damaged.tar.gz', '--force')).toEqual({
      code: 1,
      words: expect.stringContaining(`${file} is no whole backup of Choice`),
    })
  }
  const after = await openCluster(dir)
  expect(await hashUsers(after.url)).toEqual(before)
  expect(existsSync(join(dir, 'files', 'pictures', 'one.webp'))).toBe(true)
})

test('a backup of another release changes nothing', async () => {
  const { dir, cluster } = await createInstallation()
  await query(cluster.url, `update migration set checksum = 'another' where name = '0300_baseline.sql'`)
  await runTool(dir, 'backup', 'other.tar.gz')
  const before = await hashUsers(cluster.url)
  await closeCluster(cluster)
  expect(await runTool(dir, 'restore', 'other.tar.gz', '--force', '--yes')).toEqual({
    code: 1,
    words: 'The backup was made with another 0300_baseline.sql than this release has: restore it with the release that made it.',
  })
  expect(await hashUsers((await openCluster(dir)).url)).toEqual(before)
})

test('a tool neither installs nor builds, even if something is missing', async () => {
  const project = join(folder, 'project')
  mkdirSync(project)
  cpSync('scripts', join(project, 'scripts'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'kit/server/postgres/process-lock.mjs']) cpSync(file, join(project, file))
  const before = readdirSync(project)
  const child = spawn(process.execPath, ['scripts/start.mjs', 'backup', folder], { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (text: Buffer) => (words += text.toString()))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(words).toBe('Choice is not built yet: npm start does that, or npm run build.\n')
  expect(readdirSync(project)).toEqual(before)
})

test('an account becomes an operator, or may upload, by its email address in any case', async () => {
  const { dir, cluster } = await createInstallation()
  expect(await runTool(dir, 'operator', 'P7@example.com')).toEqual({ code: 0, words: 'P7@example.com is an operator now.' })
  expect(await query(cluster.url, 'select email from account where is_operator')).toEqual([{ email: 'p7@example.com' }])
  expect(await runTool(dir, 'operator', '--can-upload', 'P7@example.com')).toEqual({
    code: 0,
    words: 'P7@example.com can upload video files now.',
  })
  expect(await query(cluster.url, 'select email from account where can_upload_video')).toEqual([{ email: 'p7@example.com' }])
  expect(await runTool(dir, 'operator', 'nobody@example.com')).toEqual({
    code: 1,
    words: 'There is no account with the address nobody@example.com: the user has to register first.',
  })
})

test('a backup is written to an existing folder, and only so many are kept', async () => {
  const { dir, cluster } = await createInstallation()
  await closeCluster(cluster)
  const backupFolder = join(folder, 'kept')
  expect(await runTool(dir, 'backup', backupFolder)).toEqual({ code: 1, words: `There is no folder ${backupFolder}. ${backupUsage}` })
  expect(existsSync(backupFolder)).toBe(false)
  mkdirSync(backupFolder)
  for (const name of ['choice-2020-01-01T00-00-00.tar.gz', 'choice-2020-01-02T00-00-00.tar.gz', 'mine.tar.gz'])
    writeFileSync(join(backupFolder, name), '')
  expect((await runTool(dir, 'backup', backupFolder, '--keep', '2')).words).toContain('Older backups deleted: 1.')
  expect(readdirSync(backupFolder).toSorted()).toEqual([
    'choice-2020-01-02T00-00-00.tar.gz',
    expect.stringMatching(/^choice-2\d{3}-/),
    'mine.tar.gz',
  ])
})

test('the operators command adds, lists and removes operators', async () => {
  const { dir } = await createInstallation()
  expect(await runTool(dir, 'admin', 'operators', 'add', 'p7@example.com')).toEqual({
    code: 0,
    words: 'p7@example.com is an operator now.',
  })
  expect(await runTool(dir, 'admin', 'operators')).toEqual({ code: 0, words: 'p7@example.com  Zoë 7' })
  // The last operator can't be removed.
  expect(await runTool(dir, 'admin', 'operators', 'remove', 'p7@example.com')).toEqual({
    code: 1,
    words: 'p7@example.com is the only operator who can act: make another user an operator first.',
  })
  await runTool(dir, 'admin', 'operators', 'add', 'p6@example.com')
  expect(await runTool(dir, 'admin', 'operators', 'remove', 'p7@example.com')).toMatchObject({ code: 0 })
  expect((await runTool(dir, 'admin', 'operators')).words).toContain('p6@example.com')
})

const backupUsage = 'Name a file ending in .tar.gz, or a folder: npm run backup -- /backups (--keep 14 deletes all but the newest 14 there)'
test('the import command imports a list and a guide beside a running product; repeated, it writes nothing', async () => {
  const { dir, cluster } = await createInstallation()
  writeFileSync(join(folder, 'tv.m3u'), m3uList([{ name: 'One', id: 'one' }, { name: 'Two' }]))
  writeFileSync(
    join(folder, 'guide.xml.gz'),
    gzipSync(xmltvGuide({ one: ['Morning', 'Noon'] }).replace('</tv>', '<programme channel="one"/></tv>')),
  )
  expect(await runTool(dir, 'import', 'm3u', 'tv.m3u')).toEqual({ code: 0, words: '2 read, 2 written, 0 unchanged, 0 skipped, 0 removed.' })
  const importSummary = (written: number, unchanged: number) =>
    `line 6: Programme without a title: one\n3 read, ${written} written, ${unchanged} unchanged, 1 skipped, 0 removed.`
  expect(await runTool(dir, 'import', 'xmltv', 'guide.xml.gz')).toEqual({ code: 0, words: importSummary(2, 0) })
  expect(await runTool(dir, 'import', 'xmltv', 'guide.xml.gz')).toEqual({ code: 0, words: importSummary(0, 2) })
  const findProgrammeOfOne = `select title from tv_channel join programme using (guide_channel_id) where name = 'One' order by starts_at`
  expect(await query(cluster.url, findProgrammeOfOne)).toEqual([{ title: 'Morning' }, { title: 'Noon' }])
  writeFileSync(join(folder, 'other.xml'), xmltvGuide({ other: ['A'] }))
  const { words } = await runTool(dir, 'import', 'xmltv', 'other.xml')
  expect(words).toMatch(/^None of your TV channels matches a channel of this guide\..*\n1 read, 1 written/)
  writeFileSync(join(folder, 'page.xml'), '<html></html>')
  const refusal = { code: 1, words: 'Nothing was imported. This isn’t a guide.' }
  expect(await runTool(dir, 'import', 'xmltv', 'page.xml')).toEqual(refusal)
  expect((await runTool(dir, 'import', 'xmltv', 'nowhere.xml')).code).toBe(1)
})

const operatorUsage = 'Name one email address: npm run operator -- mail@example.com, or npm run operator -- --can-upload mail@example.com'
test.each<[string, string[], string]>([
  ['backup', [], backupUsage],
  ['backup', ['a', 'b'], backupUsage],
  ['backup', ['a', '--keep', 'none'], '--keep is "none"; allowed is a whole number from 1.'],
  ['backup', ['a', '--keep', '0'], '--keep is "0"; allowed is a whole number from 1.'],
  ['restore', [], 'Name the backup: npm run restore -- /backups/choice.tar.gz'],
  ['restore', ['missing.tar.gz'], `${join(folder, 'missing.tar.gz')} is not there.`],
  ['operator', [], operatorUsage],
  ['operator', ['a@example.com'], `There is nothing in ${join(folder, 'nothing')} yet: start Choice first, or set DATA_DIR.`],
  ['operator', ['a@example.com', '--remove'], `Unknown option '--remove'.\n${operatorUsage}`],
  ['restore', ['x.tar.gz', '--forse'], "Unknown option '--forse'.\nName the backup: npm run restore -- /backups/choice.tar.gz"],
  ['admin', ['operators', 'add'], 'npm run admin -- operators add MAIL'],
  ['admin', ['jobs', 'retry'], 'npm run admin -- jobs retry ID…'],
  [
    'admin',
    ['close-account', 'a@example.com'],
    'This deletes the account a@example.com with all its channels permanently. Add --yes to do it.',
  ],
  ['admin', ['operators'], `There is nothing in ${join(folder, 'nothing')} yet: start Choice first, or set DATA_DIR.`],
  ['explode', [], 'There is no operation "explode"; there are admin, backup, import, operator, report-failure, restore, serve.'],
])('%s %j reports the mistake', async (name, args, sentence) => {
  expect(await runTool(join(folder, 'nothing'), name, ...args)).toEqual({ code: 1, words: sentence })
})
