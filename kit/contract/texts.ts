/** Texts of one feature in one language: nested by place; a leaf is a text or its plural forms. */
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

/** What another language has to say: the same keys, with plural forms of its own. */
export type SameTexts<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : SameTexts<T[K]>
}

const rules = new Map<string, Intl.PluralRules>()
function pluralForm(language: string, count: number) {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  return rule.select(count)
}

const isPlural = (found: Texts[string] | undefined): found is Plural => typeof found === 'object' && typeof found['other'] === 'string'

/** Scripts that run from right to left: Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/

/** A name that runs the other way keeps its direction to itself (Unicode's first strong isolate): the sentence around it stays in order. */
const isolate = (value: string) => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)

/** A text with its `{names}` filled in; of plural forms the one that `count` asks for. */
export function fillText(text: string | Plural, language: string, values: Values = {}): string {
  const chosen = typeof text === 'string' ? text : (text[pluralForm(language, Number(values['count']))] ?? text.other)
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? value.toLocaleString(language) : isolate(value)
  })
}

/** The text at `key`, its `{names}` filled in; plural forms are chosen by `count`. Undefined when there is none. */
export function findText(texts: Texts, language: string, key: string, values: Values = {}): string | undefined {
  let found: Texts[string] | undefined = texts
  for (const part of key.split('.')) found = typeof found === 'object' ? (found as Texts)[part] : undefined
  return typeof found === 'string' || isPlural(found) ? fillText(found, language, values) : undefined
}

/** A translator bound to one feature's file: `t('add.title', { name })`; a wrong key does not compile. */
export const translator =
  <T extends Texts>(texts: T, language: Language) =>
  (key: TextKey<T>, values?: Values): string =>
    findText(texts, language, key, values) ?? key

/** The best of our languages for an `Accept-Language` header; English when none fits. */
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
