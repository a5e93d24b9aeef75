import type { Action } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { matchesClip } from '../clipboard/clip.ts'
import { currentClip, isPastedCutText } from '../clipboard/clipboard.ts'
import { parseLinks } from '#features/channels/web/links.ts'
import { t } from '../texts.ts'

/** Returns the properties of an action that adds the links of a pasted text. @param mayAdd checks that the user may add to the thing */
export const createPasteLinksProps = <T extends 'playlist' | 'serie'>(
  mayAdd: (subject: SubjectOf<T>) => boolean,
): Required<Pick<Action<T>, 'matchesClipboard' | 'pasteRefusal'>> => ({
  matchesClipboard: (text) => !matchesClip(currentClip(), text) && !isPastedCutText(text) && parseLinks(text).links.length > 0,
  pasteRefusal(subject, text) {
    if (!mayAdd(subject) || matchesClip(currentClip(), text)) return undefined
    return t(isPastedCutText(text) ? 'clipboard.used_up' : 'clipboard.no_link')
  },
})
