import type { Texts } from '#kit/contract/texts.ts'
import { language, setTexts, textsOf } from '#kit/web/i18n.ts'
import type en from '../locales/en.json'

export const t = textsOf<typeof en>('accounts')

const files = import.meta.glob<Texts>('../locales/*.json', { import: 'default' })

let loading: Promise<void> | undefined

/** Fetches the texts of accounts, once: whoever only watches does without them. To be awaited before anything of accounts is shown. */
export function loadTexts(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    // Not remembered: the network may be back next time.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<void> {
  const texts = await files[`../locales/${language}.json`]?.()
  if (texts) setTexts({ accounts: texts })
}
