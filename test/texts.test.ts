import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesByLanguage, readCatalogue, textsInPlace } from '../vite/texts.ts'
import { makeFolder } from './folders.ts'

const folders = ['shell', 'ui', ...['features', 'kit'].flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))]
  .map((folder) => join(folder, 'locales'))
  .filter((folder) => existsSync(folder))

/** Texts that must stay as they are. The last is also the name of a series in the database. */
const fixedTexts = [
  "You can't use this feature as a guest",
  "Passwords don't match",
  "Photo can't be uploaded, max size is 5 mb",
  "Video's",
]

/** English texts that the specification gives. They change only with it. */
const givenTexts = [
  'Add Member to Team',
  'Cant fetch promoted channels',
  'Cast init error',
  'Channel Not Available In Your Country',
  'Confirmation code was sent to {email}',
  'Do not show again',
  'Email should be valid',
  'Error! Invalid input',
  'Error! confirmation code was not sent',
  'Error, password reset failed',
  'Failed to fetch reports',
  'Fill required fields to continue',
  'Link is not valid',
  'Logo must be less than 1MB.',
  'No permission for this action',
  'Only people who receive the direct link(URL)',
  'Password change success !',
  'Password has been successfully changed',
  'Password not changed, something went wrong',
  'Password reset link send error',
  "Passwords don't match",
  "Photo can't be uploaded, max size is 5 mb",
  'Please enter your discount code',
  'Please use the following format: jpg, jpeg, png',
  'Please, login and view the content',
  'Registration is successful',
  'Remove From Admin',
  'Shareable must be video or serie',
  'Something went wrong',
  'The episode is no longer available',
  'The password reset link is sent to {email}',
  'The selected coupon code is invalid',
  'This channel is currently unavailable to watch in your location',
  'We will be right back',
  'You are the last member of this team. If you remove yourself the team and content will remain on choice as an orphan...',
  'You can not remove yourself from admin unless there is more than 1 admin',
  "You can't use this feature as a guest",
  'You have to agree terms and condition',
  'You need to be logged in to make own channel',
  'You need to be logged in to use this feature',
]

test('texts that the specification gives stand as given', () => {
  const texts = new Set(folders.flatMap((folder) => [...readCatalogue(folder).en.values()]))
  // Some end with a full stop in sentences.
  expect(givenTexts.filter((text) => !texts.has(text) && !texts.has(`${text}.`))).toEqual([])
})

describe.each(folders)('%s', (folder) => {
  const { en, nl } = readCatalogue(folder)

  test('Dutch has the same keys as English', () => {
    expect([...nl.keys()].toSorted()).toEqual([...en.keys()].toSorted())
  })

  test('both languages have the same placeholders', () => {
    const filledIn = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].toSorted()
    for (const [key, text] of en) expect([key, filledIn(nl.get(key))]).toEqual([key, filledIn(text)])
  })

  test.each(['en', 'nl'])('no key occurs twice, because the second one would replace the first (%s)', (language) => {
    const text = readFileSync(join(folder, `${language}.json`), 'utf8')
    const countKeys = (value: unknown): number =>
      typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, one) => sum + 1 + countKeys(one), 0) : 0
    expect(text.match(/"(?:[^"\\]|\\.)*"\s*:/g)).toHaveLength(countKeys(JSON.parse(text)))
  })

  test('texts have apostrophes instead of ticks, except those given by the specification', () => {
    const texts = [...en.values(), ...nl.values()].flatMap((text) => (typeof text === 'string' ? text : Object.values(text)))
    expect(texts.filter((text) => text.includes("'") && !fixedTexts.includes(text))).toEqual([])
  })
})

describe('texts replace their keys', () => {
  const folder = makeFolder('choice-texts')
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))

  beforeAll(() => {
    write('en.json', {
      tea: 'Tea & "milk"',
      cups: { one: '{count} cup', other: '{count} cups' },
      size: { s: 'Small', l: 'Large' },
      mail: 'Dear you',
    })
    write('nl.json', { tea: "Thee `op z'n` ${best}", cups: { other: '{count} koppen' }, size: { s: 'Klein', l: 'Groot' }, mail: 'Beste' })
    write('texts.ts', "import type en from './en.json'\nexport const t = textsOf<typeof en>()")
  })

  /** Returns the files built from a module, by name. */
  async function built(source: string): Promise<Record<string, string>> {
    write('order.ts', `import { t } from './texts.ts'\nexport const order = (open: 's' | 'l') => [${source}]`)
    const { output } = (await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [textsInPlace(), filesByLanguage()],
      build: {
        write: false,
        minify: false,
        rolldownOptions: {
          input: join(folder, 'order.ts'),
          external: /^#kit/,
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: 'assets/en/[name]-[hash].js' },
        },
      },
    })) as Rolldown.RolldownOutput
    return Object.fromEntries(output.map((file) => [file.fileName, String(file.type === 'chunk' ? file.code : file.source)]))
  }
  const languageOf = (files: Record<string, string>, language: string) =>
    Object.entries(files).find(([name]) => name.startsWith(`assets/${language}/`)) ?? ['', '']

  test('each language has its own files, with only the texts in use', async () => {
    const files = await built("t('tea'), t('cups', { count: 2 }), t(open ? 'tea' : 'size.s'), t(`size.${open}`)")
    const [nameEn, en] = languageOf(files, 'en')
    const [nameNl, nl] = languageOf(files, 'nl')
    expect(nameNl).toBe(nameEn.replace('/en/', '/nl/'))
    // The text is escaped for any quotes around it.
    expect(en).toContain(String.raw`formatText("Tea & \"milk\"")`)
    expect(nl).toContain(String.raw`formatText("Thee \x60op z\x27n\x60 \x24{best}")`)
    expect(nl.replaceAll(/\s+/g, ' ')).toMatch(/one: "\{count\} koppen", other: "\{count\} koppen" \}, \{ count: 2 \}/)
    expect(nl.replaceAll(/\s+/g, ' ')).toMatch(/open \? "Thee [^"]+" : "Klein"\).* "s": "Klein", "l": "Groot" \}\)?\[open\]/)
    expect(en + nl).not.toMatch(/Dear|Beste|@text/)
  })

  test('another text changes the file name in both languages', async () => {
    const [before] = languageOf(await built("t('size.s')"), 'en')
    write('nl.json', { size: { s: 'Klein, maar fijn', l: 'Groot' } })
    const [after] = languageOf(await built("t('size.s')"), 'en')
    expect(after).not.toBe(before)
  })

  test.each([
    ["t('size.m')", '"size.m" is not in'],
    ["t('tea')", 'nl.json'],
    ['t(open)', 'open names no text'],
  ])('%s fails the build', async (source, why) => {
    await expect(built(source)).rejects.toThrow(why)
  })
})
