import { useEffect, useState } from 'react'
import { markUnsaved } from '#ui/unsaved.ts'

export interface Draft<F extends object> {
  fields: F
  /** The version from which the fields come. */
  seenVersion: string
  isTyped: boolean
  /** Whether another operator has saved a newer version since. */
  isOutdated: boolean
  /** @param part new values, or a function of the current ones */
  type: (part: Partial<F> | ((now: F) => Partial<F>)) => void
  /** Replaces the typed values with the newest ones. */
  restart: () => void
  /** Keeps the typed values. The next save replaces the newer version. */
  keepTyped: () => void
}

/**
 * Fields of a form whose data other operators may change too. Newer data replaces the fields until the user types. After that, the typed
 * values stay, and the user chooses between them and the newer data.
 * @param storedFields fields of the latest data
 * @param version of the latest data
 * @param isBusy while a change of this form is sent
 */
export function useDraft<F extends object>(storedFields: F, version: string, isBusy: boolean): Draft<F> {
  const [draft, setDraft] = useState({ fields: storedFields, seen: version, isTyped: false })
  if (draft.seen !== version && !draft.isTyped) setDraft({ fields: storedFields, seen: version, isTyped: false })
  useEffect(() => (draft.isTyped ? markUnsaved() : undefined), [draft.isTyped])
  return {
    fields: draft.fields,
    seenVersion: draft.seen,
    isTyped: draft.isTyped,
    isOutdated: draft.isTyped && !isBusy && draft.seen !== version,
    type: (part) =>
      setDraft((now) => ({
        ...now,
        fields: { ...now.fields, ...(typeof part === 'function' ? part(now.fields) : part) },
        isTyped: true,
      })),
    // Clears the version, so that the next rendering uses the latest data.
    restart: () => setDraft((now) => ({ ...now, seen: '', isTyped: false })),
    keepTyped: () => setDraft((now) => ({ ...now, seen: version })),
  }
}
