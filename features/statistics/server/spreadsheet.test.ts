/** Compares the CSV, and opens it in LibreOffice where that is installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { csvStream } from '#kit/server/http/csv.ts'
import { statisticsContract } from '../contract.ts'

const hasOffice = spawnSync('soffice', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'choice-spreadsheet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rows = [
  { date: '2026-11-27', start: '20:00:00', stop: '21:00:00', title: '=1+1', viewers: 1234 },
  { date: '2026-11-28', start: '23:30:00', stop: '00:15:00', title: 'Zoë; "x", y', viewers: 0 },
]
/** Reads a line as a spreadsheet does: quotes count only at the start of a cell, and what follows the closing one belongs to the cell. */
function cellsOf(text: string, separator: string): string[] {
  const cells = text.matchAll(new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\r\n]*)(?:${separator}|\r\n|$)`, 'g'))
  return Array.from(cells, ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)
}
/** Separators, and the locale ids of Windows. */
const languages = { en: { separator: ',', locale: 2057 }, nl: { separator: ';', locale: 1043 } } as const

test.each(['en', 'nl'] as const)('the CSV has dates, numbers and texts that a spreadsheet reads in %s', async (language) => {
  const name = `programmes-${language}`
  let text = ''
  for await (const chunk of await csvStream(statisticsContract.exportProgrammeAudience.output, rows, { language })) text += String(chunk)
  const lines = [
    ['date', 'start', 'stop', 'title', 'viewers'],
    ['2026-11-27', '20:00:00', '21:00:00', "'=1+1", '1234'],
    ['2026-11-28', '23:30:00', '00:15:00', '"Zoë; ""x"", y"', '0'],
  ]
  const { separator, locale } = languages[language]
  expect(text).toBe(`\uFEFF${lines.map((cells) => `${cells.join(separator)}\r\n`).join('')}`)
  if (!hasOffice) return
  writeFileSync(join(folder, `${name}.csv`), text)
  const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,${locale},false,true,false`
  const home = `-env:UserInstallation=file://${folder}/home`
  const files = ['--outdir', folder, join(folder, `${name}.csv`)]
  execFileSync('soffice', [home, '--headless', '--convert-to', 'fods', `--infilter=${filter}`, ...files])
  const sheet = readFileSync(join(folder, `${name}.fods`), 'utf8')
  expect(sheet).not.toContain('table:formula')
  expect([...sheet.matchAll(/office:date-value="([^"]+)"/g)].map(([, date]) => date)).toEqual(['2026-11-27', '2026-11-28'])
  expect([...sheet.matchAll(/office:value-type="float" office:value="([^"]+)"/g)].map(([, value]) => value)).toEqual(['1234', '0'])
  expect(sheet).toContain('<text:p>&apos;=1+1</text:p>')
  expect(sheet).toContain('<text:p>Zoë; &quot;x&quot;, y</text:p>')
})

test.each([
  ['en', ','],
  ['en', ';'],
  ['nl', ','],
  ['nl', ';'],
] as const)('no cell of the %s CSV is a formula in a spreadsheet whose separator is %s', async (language, separator) => {
  const hostile = ['=1', 'a;=1;b', 'a,=1,b', 'a;"=1;b', 'a,"=1,b', 'a\n=1\n', 'a\t@SUM(1)', 'a;-1', 'a,＝1']
  const titles = hostile.map((title) => ({ ...rows[0]!, title }))
  let text = ''
  for await (const chunk of await csvStream(statisticsContract.exportProgrammeAudience.output, titles, { language })) text += String(chunk)
  const cells = text.split(/\r\n|\n/).flatMap((line) => cellsOf(line, separator))
  expect(cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
  expect(cells.filter((cell) => cell.includes('=1')).length).toBeGreaterThan(4)
})
