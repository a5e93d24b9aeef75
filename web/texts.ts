import type { Texts } from '#kit/contract/texts.ts'
import { language, setTexts } from '#kit/web/i18n.ts'

/** `../features/curation/locales/en.json` belongs to `curation`, `../shell/…` to the shell, `../kit/web/…` to `kit-web`. */
const ownerOf = (file: string) =>
  file
    .replace(/\/locales\/\w+\.json$/, '')
    .replace(/^\.\.\/(features\/)?/, '')
    .replace('/', '-')

/** Fetches the texts of the page's language. */
export async function loadTexts(): Promise<void> {
  const { files } = await (language === 'nl' ? import('./texts.nl.ts') : import('./texts.en.ts'))
  setTexts(Object.fromEntries(Object.entries(files).map(([file, texts]): [string, Texts] => [ownerOf(file), texts])))
}
