import { createElement, Fragment, type ReactNode } from 'react'
import { fillText, type Language, languages, type Plural, type SameTexts, type TextKey, type Values } from '#kit/contract/texts.ts'

const languageOfPage = (): Language => {
  const first = globalThis.location?.pathname.split('/')[1]
  return languages.find((one) => one === first) ?? 'en'
}

/** The language of the page: the first part of its address. Another language is another page. */
export const language: Language = languageOfPage()

/** For `Intl`: days before months, 24 hours, and the euro as Belgium writes it. */
export const locale = language === 'nl' ? 'nl-BE' : 'en-GB'

export interface Translate<En, Nl> {
  /** The text with its `{placeholders}` filled in; `count` chooses the plural form. */
  (key: TextKey<En> & TextKey<Nl>, values?: Values): string
  /** The same with elements in the places: a link inside a sentence. */
  rich(key: TextKey<En> & TextKey<Nl>, elements: Readonly<Record<string, ReactNode>>): ReactNode[]
}

/**
 * The texts of one feature, the keys checked, and that they are in Dutch too: `export const t = textsOf<typeof en, typeof nl>()`.
 * What is built says texts and knows no keys: `vite/texts.ts` puts the one in place of the other wherever `t` is called.
 */
// @__NO_SIDE_EFFECTS__
export function textsOf<En, Nl extends SameTexts<En>>(): Translate<En, Nl> {
  const unbuilt = (key: string): never => {
    throw new Error(`The key "${key}" is in no place where the build finds it: t('…') is called by its name`)
  }
  return Object.assign(unbuilt, { rich: unbuilt })
}

/** A text of the page's language, filled in. */
export const say = (text: string | Plural, values?: Values): string => fillText(text, language, values)

/** The same with elements in the places. */
export const sayRich = (text: string | Plural, elements: Readonly<Record<string, ReactNode>>): ReactNode[] =>
  say(text)
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 ? createElement(Fragment, { key: at }, elements[part]) : part))
