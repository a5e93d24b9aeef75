import type { Action } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { isMeant } from '../clipboard/clip.ts'
import { currentClip, isOfUsedUp } from '../clipboard/clipboard.ts'
import { linksIn } from '#features/channels/web/links.ts'
import { t } from '../texts.ts'

/** Adds the links of a pasted text. @param mayAdd checks that the user may add to the thing */
export const pastesLinks = <T extends 'playlist' | 'serie'>(
  mayAdd: (subject: SubjectOf<T>) => boolean,
): Required<Pick<Action<T>, 'takesPaste' | 'pasteRefusal'>> => ({
  takesPaste: (text) => !isMeant(currentClip(), text) && !isOfUsedUp(text) && linksIn(text).links.length > 0,
  pasteRefusal(subject, text) {
    if (!mayAdd(subject) || isMeant(currentClip(), text)) return undefined
    return t(isOfUsedUp(text) ? 'clipboard.used_up' : 'clipboard.no_link')
  },
})
