// @module-tag slow
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { xmltvGuide, importText } from '#test/tv-imports.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { client } = await createUser(server, { is_operator: true })
const listTitles = async (key: string) =>
  (
    await sql<{ title: string }>`select title from programme join guide_channel on guide_channel.id = guide_channel_id
      where key = ${key} order by starts_at`.execute(server.db)
  ).rows.map(({ title }) => title)

const bytesPerMebibyte = 1024 * 1024
test.each([
  ['an attribute of 100 MB', (): string => `<programme channel="${'a'.repeat(100 * bytesPerMebibyte)}">`],
  ['a million attributes', () => `<programme ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}="1"`).join(' ')}>`],
  ['a text of 50 MB', () => `<programme><title>${'a'.repeat(50 * bytesPerMebibyte)}</title>`],
  ['a comment of 50 MB', () => `<!--${'a'.repeat(50 * bytesPerMebibyte)}-->`],
])(
  '%s ends the reading of a guide: its line is reported, earlier programmes are imported, and nothing is deleted',
  async (about, hostile) => {
    const name = `${about}.xml`
    const key = about.replaceAll(' ', '.')
    await importText(client, 'xmltv', xmltvGuide({ [key]: ['A', 'B', 'C'] }), name)
    // Lines of the guide: the declaration, tv, the channel, the first programme, and then the hostile part.
    const [head = '', ...rest] = xmltvGuide({ [key]: ['A changed', 'B', 'C'] }).split('</programme>')
    const text = `${head}</programme>\n${hostile()}${rest.join('</programme>')}`
    const result = await importText(client, 'xmltv', gzipSync(text), name)
    expect(result).toMatchObject({ status: 'done', failure: null, written: 1, removed: 0 })
    expect(result.problems).toContainEqual({ line: 5, text: 'Invalid: longer than 4 MiB, so nothing after it is read' })
    expect(result.problems.map((problem) => problem.text)).toContain(
      'The guide is incomplete: programmes missing from it were not deleted.',
    )
    expect(await listTitles(key)).toEqual(['A changed', 'B', 'C'])
  },
)
