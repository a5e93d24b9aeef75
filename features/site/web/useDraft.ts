import { useEffect, useState } from 'react'
import { markUnsaved } from '#ui/unsaved.ts'

export interface Draft<F extends object> {
  fields: F
  /** The version that the fields come from. */
  seenVersion: string
  isTyped: boolean
  /** Someone else made a newer version while this version was typed. */
  isBehind: boolean
  /** @param part new values, or a function of the present ones */
  type: (part: Partial<F> | ((now: F) => Partial<F>)) => void
  /** Shows the newest values in place of the typed ones. */
  restart: () => void
  /** Keeps the typed values: the next save replaces the newer version. */
  keep: () => void
}

/**
 * Fields of a form over data that other operators change too. Newer data replaces them until something is typed; then the typed values
 * stay, and the operator chooses.
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
    isBehind: draft.isTyped && !isBusy && draft.seen !== version,
    type: (part) =>
      setDraft((now) => ({
        ...now,
        fields: { ...now.fields, ...(typeof part === 'function' ? part(now.fields) : part) },
        isTyped: true,
      })),
    // Without a version, the next rendering takes the latest data.
    restart: () => setDraft((now) => ({ ...now, seen: '', isTyped: false })),
    keep: () => setDraft((now) => ({ ...now, seen: version })),
  }
}
