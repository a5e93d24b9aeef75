import { useState } from 'react'
import type { Language } from '#kit/contract/texts.ts'
import { language as languageOfPage } from '#kit/web/i18n.ts'
import { useChange } from '#kit/web/change.ts'
import { siteContract } from '../../contract.ts'
import type { welcomePages } from '../../rules.ts'
import { toContent, type Fields } from './fields.ts'

export const viewers = ['guest', 'user'] as const
export interface Viewing {
  as: (typeof viewers)[number]
  language: Language
}

/** A preview of typed fields, as the server would show them. */
export function usePreview(page: (typeof welcomePages)[number]) {
  const [viewing, setViewing] = useState<Viewing>({ as: 'guest', language: languageOfPage })
  const { mutate, reset, data, variables, error, isPending } = useChange(siteContract.previewWelcome)
  const [last, setLast] = useState<{ page: NonNullable<typeof data>; viewing: Viewing }>()
  const show = (fields: Fields, next: Viewing = viewing) => {
    setViewing(next)
    mutate(
      { params: { page }, body: { content: toContent(fields), ...next } },
      { onSuccess: (preview) => setLast({ page: preview, viewing: next }) },
    )
  }
  return {
    viewing,
    /** The last preview that arrived. It stays while another one loads or is refused. */
    last,
    error: variables === undefined ? null : error,
    isPending,
    show,
    forgetError: reset,
    close: () => {
      reset()
      setLast(undefined)
    },
  }
}
