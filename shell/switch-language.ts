import type { Language } from '#kit/contract/texts.ts'
import { mayDiscard } from '#ui/confirm.ts'
import { forgetUnsaved, hasUnsaved } from '#ui/unsaved.ts'
import { allTyped } from './carried.ts'
import { keepLanguage } from './language.ts'
import { pageHistory } from './navigation.ts'
import { inLanguage } from './paths.ts'

/**
 * Switches the page to another language by reloading it in the same history entry: state from a mailed link and form input are
 * kept. A form that can't be kept asks first.
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
