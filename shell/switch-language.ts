import type { Language } from '#kit/contract/texts.ts'
import { confirmDiscard } from '#ui/confirm.ts'
import { clearUnsaved, hasUnsaved } from '#ui/unsaved.ts'
import { inputByForm } from './stored-input.ts'
import { storeLanguage } from './language.ts'
import { pageHistory } from './navigation.ts'
import { inLanguage } from './paths.ts'

/**
 * Switches the page to another language by reloading it in the same history entry: state from an emailed link and form input are
 * kept. A form that can't be kept asks first.
 */
export async function switchLanguage(lang: Language): Promise<void> {
  const wouldLoseInput = hasUnsaved() && Object.keys(inputByForm()).length === 0
  if (wouldLoseInput && !(await confirmDiscard())) return
  pageHistory.whenSettled(() => {
    storeLanguage(lang)
    clearUnsaved()
    history.replaceState({ ...history.state, state: { ...pageHistory.get().state, ...inputByForm() } }, '', inLanguage(lang))
    location.reload()
  })
}
