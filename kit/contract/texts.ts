import { isolateDirection } from './isolated.ts'

/** Texts of a feature in one language, nested; a leaf is a text or its plural forms. */
export interface Texts {
  readonly [key: string]: string | Plural | Texts
}
export type Plural = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string }
export const languages = ['en', 'nl'] as const
export type Language = (typeof languages)[number]
export type Values = Readonly<Record<string, string | number>>

/** `'add.title' | 'add.link.label' …`: the keys of a locale file. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${TextKey<T[K]>}`
}[keyof T & string]

/** Texts of another language: the same keys, with its own plural forms. */
export type SameTexts<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : SameTexts<T[K]>
}

const rules = new Map<string, Intl.PluralRules>()
function pluralForm(language: string, count: number) {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  return rule.select(count)
}

const isPlural = (text: Texts[string] | undefined): text is Plural => typeof text === 'object' && typeof text['other'] === 'string'

/** Fills in the `{names}` of a text, choosing the plural form by `count`. */
export function fillText(text: string | Plural, language: string, values: Values = {}): string {
  const template = typeof text === 'string' ? text : (text[pluralForm(language, Number(values['count']))] ?? text.other)
  return template.replace(/\{(\w+)\}/g, (match, name: string) => {
    const value = values[name]
    return value === undefined ? match : typeof value === 'number' ? value.toLocaleString(language) : isolateDirection(value)
  })
}

/** Finds the text at `key` and fills in its `{names}`, choosing the plural form by `count`. Undefined if missing. */
export function findText(texts: Texts, language: string, key: string, values: Values = {}): string | undefined {
  let text: Texts[string] | undefined = texts
  for (const part of key.split('.')) text = typeof text === 'object' ? (text as Texts)[part] : undefined
  return typeof text === 'string' || isPlural(text) ? fillText(text, language, values) : undefined
}

/** A translator for one feature: `t('add.title', { name })`. Wrong keys don't compile. */
export const translator =
  <T extends Texts>(texts: T, language: Language) =>
  (key: TextKey<T>, values?: Values): string =>
    findText(texts, language, key, values) ?? key

/** The best supported language for an `Accept-Language` header; English if none fits. */
export function preferredLanguage(header: string | undefined): Language {
  let best: { language: Language; quality: number } | undefined
  for (const part of (header ?? '').toLowerCase().split(',').slice(0, 20)) {
    const [tag = '', ...parameters] = part.trim().split(';')
    const language = languages.find((candidate) => tag === candidate || tag.startsWith(`${candidate}-`))
    const quality = Number(
      parameters
        .find((p) => p.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    )
    if (language && quality > 0 && (!best || quality > best.quality)) best = { language, quality }
  }
  return best?.language ?? 'en'
}
