import { existsSync, readFileSync } from 'node:fs'
import { languages } from '#kit/contract/texts.ts'

type Texts = string | { [key: string]: Texts }

const folderOf = (area: string) => (existsSync(area) ? area : `features/${area}`)
const readTexts = (area: string, language: string) =>
  JSON.parse(readFileSync(`${folderOf(area)}/locales/${language}.json`, 'utf8')) as Texts

function textOf(name: string, language: string): string {
  const [area = '', ...keys] = name.split('.')
  let textPattern: Texts | undefined = readTexts(area, language)
  for (const key of keys) textPattern = typeof textPattern === 'object' ? textPattern[key] : undefined
  if (typeof textPattern !== 'string') throw new Error(`${name} is not a text in ${language}`)
  return textPattern
}

/** Returns a regular expression that matches this text in any language. Placeholders match anything. */
function patternOf(name: string): string {
  const patterns = languages.map((language) =>
    textOf(name, language)
      .split(/\{\w+\}/u)
      .map((part) => part.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.+'),
  )
  return `/^(${patterns.join('|')})$/`
}

/** Replaces names of texts in a selector with patterns: `role=button[name=<channels.add.title>]`. */
export const withTexts = (selector: string): string => selector.replaceAll(/<([a-z-]+\.[\w.]+)>/gi, (_, name: string) => patternOf(name))
