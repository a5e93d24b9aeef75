import { createElement, Fragment, type ReactNode } from 'react'
import { findText, type Language, languages, type TextKey, type Texts, type Values } from '#kit/contract/texts.ts'

const languageOfPage = (): Language => {
  const first = globalThis.location?.pathname.split('/')[1]
  return languages.find((one) => one === first) ?? 'en'
}

/** The language of the page: the first part of its address. Another language is another page. */
export const language: Language = languageOfPage()

/** For `Intl`: days before months, 24 hours, and the euro as Belgium writes it. */
export const locale = language === 'nl' ? 'nl-BE' : 'en-GB'

const catalogue = new Map<string, Texts>()

/** To be called once before the first render, with the texts of the page's language by feature. */
export function setTexts(texts: Readonly<Record<string, Texts>>): void {
  for (const [feature, own] of Object.entries(texts)) catalogue.set(feature, own)
}

export interface Translate<T> {
  /** The text with its `{placeholders}` filled in; `count` chooses the plural form. */
  (key: TextKey<T>, values?: Values): string
  /** The same with elements in the places: a link inside a sentence. */
  rich(key: TextKey<T>, elements: Readonly<Record<string, ReactNode>>): ReactNode[]
}

/** The texts of one feature, the keys checked: `const t = textsOf<typeof en>('curation')`. May be called before they are there. */
export function textsOf<T>(feature: string): Translate<T> {
  const translate = (key: string, values?: Values) => findText(catalogue.get(feature) ?? {}, language, key, values) ?? key
  const rich = (key: string, elements: Readonly<Record<string, ReactNode>>) =>
    translate(key)
      .split(/\{(\w+)\}/)
      .map((part, at) => (at % 2 ? createElement(Fragment, { key: at }, elements[part]) : part))
  return Object.assign(translate, { rich })
}
