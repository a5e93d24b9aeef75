import type { Language } from '#kit/contract/texts.ts'
import { mayDiscard } from '#ui/confirm.ts'
import { forgetUnsaved, hasUnsaved } from '#ui/unsaved.ts'
import { allTyped } from './carried.ts'
import { keepLanguage } from './language.ts'
import { pageHistory } from './navigation.ts'
import { inLanguage } from './paths.ts'

/**
 * Goes on with the same page in another language. It is another page and loads anew, in the same entry of the browser's history:
 * what a mailed link brought stays with it, and what was typed is handed on. A form that hands on nothing asks first.
 */
export async function switchLanguage(lang: Language): Promise<void> {
  const losesTyped = hasUnsaved() && Object.keys(allTyped()).length === 0
  if (losesTyped && !(await mayDiscard())) return
  pageHistory.whenSettled(() => {
    keepLanguage(lang)
    forgetUnsaved()
    history.replaceState({ ...history.state, state: { ...pageHistory.get().state, ...allTyped() } }, '', inLanguage(lang))
    location.reload()
  })
}
