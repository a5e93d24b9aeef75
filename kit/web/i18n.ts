import { createElement, Fragment, type ReactNode } from 'react'
import { fillText, type Language, languages, type Plural, type SameTexts, type TextKey, type Values } from '#kit/contract/texts.ts'

const languageOfPage = (): Language => {
  const first = globalThis.location?.pathname.split('/')[1]
  return languages.find((language) => language === first) ?? 'en'
}

/** The page's language, from the first part of its address. Switching loads another page. */
export const language: Language = languageOfPage()

/** Locale for `Intl`: days before months, 24 hours, and the euro as in Belgium. */
export const locale = language === 'nl' ? 'nl-BE' : 'en-GB'

export interface Translate<En, Nl> {
  /** The text with its `{placeholders}` filled in; `count` selects the plural form. */
  (key: TextKey<En> & TextKey<Nl>, values?: Values): string
  /** The text with elements as placeholders, such as a link inside a sentence. */
  rich(key: TextKey<En> & TextKey<Nl>, elements: Readonly<Record<string, ReactNode>>): ReactNode[]
}

/**
 * Creates a feature's translator, which checks that keys exist in both languages: `export const t = textsOf<typeof en, typeof
 * nl>()`. Builds contain texts instead of keys: `vite/texts.ts` replaces each call of `t`.
 */
// @__NO_SIDE_EFFECTS__
export function textsOf<En, Nl extends SameTexts<En>>(): Translate<En, Nl> {
  const unbuilt = (key: string): never => {
    throw new Error(`The key "${key}" is in no place where the build finds it: t('…') is called by its name`)
  }
  return Object.assign(unbuilt, { rich: unbuilt })
}

/** Formats a text of the page's language. */
export const formatText = (text: string | Plural, values?: Values): string => fillText(text, language, values)

/** Formats a text with elements as placeholders. */
export const formatRichText = (text: string | Plural, elements: Readonly<Record<string, ReactNode>>): ReactNode[] =>
  formatText(text)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? createElement(Fragment, { key: index }, elements[part]) : part))
