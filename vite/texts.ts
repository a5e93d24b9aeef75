import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'
import { type Language, languages, type Plural, type Texts } from '../kit/contract/texts.ts'

/** Returns the folder of a language's files, below `assets`. The build bundles the English files, then writes them again in Dutch. */
export const languageFolder = (language: Language): string => `assets/${language}/`

type Text = string | Plural
interface Edit {
  start: number
  end: number
  text: string
}

const isPlural = (value: Texts[string]): value is Plural => typeof value === 'object' && typeof value['other'] === 'string'

/** Flattens texts to pairs such as `['add.title', 'Add']`. */
function flattenTexts(texts: Texts, before = ''): [key: string, text: Text][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' || isPlural(value) ? [[before + name, value]] : flattenTexts(value, `${before}${name}.`),
  )
}

export type Catalogue = Record<Language, ReadonlyMap<string, Text>>

/** Returns all texts of a `locales` folder by key. */
export const readCatalogue = (folder: string): Catalogue => {
  const read = (language: Language) => new Map(flattenTexts(JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')) as Texts))
  return { en: read('en'), nl: read('nl') }
}

/**
 * Returns a placeholder for a text. It is replaced when the file is complete, once for each language. It contains a hash of the texts, so
 * that a changed text changes the hash in the file's name.
 */
const placeOf = (folder: string, key: string, bothTexts: unknown) => {
  const hash = createHash('sha256').update(JSON.stringify(bothTexts)).digest('hex').slice(0, 8)
  return JSON.stringify(`@text ${folder} ${key} ${hash}@`)
}
const textPlacePattern = /@text (\S+) (\S+) \w{8}@/g

/** Escapes a text for quotes of any kind. */
const escapeText = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/['`$]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`)

/** Returns the expression that replaces a key: a placeholder in a build, both languages in development. */
function expressionOf({ folder, texts }: { folder: string; texts: Catalogue }, key: string, isBuild: boolean): string {
  const [en, nl] = languages.map((language) => texts[language].get(key))
  if (en === undefined || nl === undefined) throw new Error(`"${key}" is not in ${folder}/${en === undefined ? 'en' : 'nl'}.json`)
  if (!isBuild) return `${JSON.stringify({ en, nl })}[$language]`
  if (typeof en === 'string') return placeOf(folder, key, [en, nl])
  const forms = new Set([...Object.keys(en), ...Object.keys(nl)])
  return `{${[...forms].map((form) => `${form}:${placeOf(folder, `${key}#${form}`, [en, nl])}`).join()}}`
}

/** Returns the text of a placeholder in a language. Uses `other` if a plural form is missing. */
function textAt(catalogue: Catalogue, language: Language, key: string): string {
  const [name = '', form] = key.split('#')
  const text = catalogue[language].get(name)
  if (typeof text === 'string') return text
  const plural = text as Plural
  return plural[form as Intl.LDMLPluralRule] ?? plural.other
}

/**
 * Returns the edits that replace keys in the first argument of `t(…)`. Keys may be literals, conditions of literals, or templates with one
 * variable part.
 */
function editsOf(node: ESTree.Argument, code: string, knownNames: readonly string[], expression: (key: string) => string): Edit[] {
  const edit = (text: string): Edit[] => [{ start: node.start, end: node.end, text }]
  if (node.type === 'Literal' && typeof node.value === 'string') return edit(expression(node.value))
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((part) => editsOf(part, code, knownNames, expression))
  if (node.type === 'TemplateLiteral' && node.expressions.length === 1) {
    const [before = '', after = ''] = node.quasis.map(({ value }) => value.cooked ?? '')
    const [variablePart] = node.expressions
    const keys = knownNames.filter((key) => key.startsWith(before) && key.endsWith(after))
    const table = keys.map((key) => `${JSON.stringify(key.slice(before.length, key.length - after.length))}:${expression(key)}`)
    return edit(`({${table.join()}})[${code.slice(variablePart?.start, variablePart?.end)}]`)
  }
  throw new Error(`${code.slice(node.start, node.end)} names no text: a key is written out, or has one part that is open`)
}

/** Returns the local names of translators, with the module from which each is imported; undefined if this module declares it. */
function translatorsOf(program: ESTree.Program): Map<string, string | undefined> {
  const result = new Map<string, string | undefined>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue
    for (const specifier of statement.specifiers)
      if (
        specifier.type === 'ImportSpecifier' &&
        specifier.imported.type === 'Identifier' &&
        specifier.imported.name === 't' &&
        statement.source.value.endsWith('texts.ts')
      )
        result.set(specifier.local.name, statement.source.value)
  }
  return result.size > 0 ? result : new Map([['t', undefined]])
}

/**
 * Replaces keys with their texts: `t('add.title', { name })` becomes `formatText('Add to {name}', { name })`. Each file then contains only
 * its own texts, in one language. A key that a language lacks fails the build.
 */
export function textsInPlace(): Plugin {
  let isBuild = false
  return {
    name: 'texts-in-place',
    enforce: 'pre',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    transform: {
      filter: { id: /\.tsx?$/, code: /\btexts\.ts'|\btextsOf</ },
      async handler(code, id) {
        const { program } = parseSync(id, code)
        const folders = new Map<string, string>()
        for (const [name, source] of translatorsOf(program)) {
          const declaringId = source ? (await this.resolve(source, id))?.id : id
          const localePath = declaringId && /import type en from '(.+\/en\.json)'/.exec(readFileSync(declaringId, 'utf8'))?.[1]
          const file = localePath && (await this.resolve(localePath, declaringId))?.id
          // Uses paths relative to the project, so that names of built files don't depend on the project's location.
          if (file) folders.set(name, relative('.', dirname(file)))
        }
        const catalogues = new Map([...folders].map(([name, folder]) => [name, { folder, texts: readCatalogue(folder) }]))
        for (const folder of folders.values()) for (const language of languages) this.addWatchFile(resolve(folder, `${language}.json`))

        const edits: Edit[] = []
        new Visitor({
          CallExpression: ({ callee, arguments: [key] }) => {
            const isRich = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'rich'
            const called = isRich ? callee.object : callee
            const catalogue = called.type === 'Identifier' ? catalogues.get(called.name) : undefined
            if (!catalogue || !key) return
            edits.push({ start: callee.start, end: callee.end, text: isRich ? '$formatRichText' : '$formatText' })
            edits.push(...editsOf(key, code, [...catalogue.texts.en.keys()], (name) => expressionOf(catalogue, name, isBuild)))
          },
        }).visit(program)
        if (edits.length === 0) return null

        let edited = code
        for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start))
          edited = edited.slice(0, start) + text + edited.slice(end)
        const imported =
          'import { language as $language, formatText as $formatText, formatRichText as $formatRichText } from "#kit/web/i18n.ts";'
        // Adds the import to the first line, so that line numbers don't change.
        return { code: imported + edited, map: null }
      },
    },
  }
}

/** Writes the files of each language, with its texts. They import files of the same language. */
export function filesByLanguage(): Plugin {
  const catalogues = new Map<string, Catalogue>()
  const catalogueOf = (folder: string) => {
    const catalogue = catalogues.get(folder) ?? readCatalogue(folder)
    catalogues.set(folder, catalogue)
    return catalogue
  }
  const inLanguage = (code: string, language: Language) =>
    code
      .replaceAll(textPlacePattern, (_, folder: string, key: string) => escapeText(textAt(catalogueOf(folder), language, key)))
      .replaceAll(languageFolder('en'), languageFolder(language))
  return {
    name: 'files-by-language',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const fileName = chunk.fileName.replace(languageFolder('en'), languageFolder('nl'))
          this.emitFile({ type: 'asset', fileName, source: inLanguage(chunk.code, 'nl') })
          chunk.code = inLanguage(chunk.code, 'en')
        }
      },
    },
  }
}
