import { useState } from 'react'
import { saveFile } from '#kit/web/save-file.ts'
import { Button } from '#ui/Button.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { t } from '../texts.ts'

interface CodesDialogProps extends CloseProps {
  batch: string
  codes: readonly string[]
}

/** Offers the codes of a new batch as a file. Asks before closing until it was downloaded. */
export function CodesDialog({ batch, codes, close }: CodesDialogProps) {
  const [isSaved, setSaved] = useState(false)
  const save = () => {
    const name = batch.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    saveFile(new Blob([['code', ...codes, ''].join('\r\n')], { type: 'text/csv' }), `coupons-${name}.csv`)
    setSaved(true)
  }
  return (
    <FormDialog
      title={t('codes.title', { batch })}
      text={t('codes.text', { count: codes.length })}
      width="s"
      submit={t('codes.download')}
      busy={false}
      unsaved={!isSaved}
      aside={isSaved && <Button onClick={() => close()}>{t('codes.close')}</Button>}
      onSubmit={save}
    />
  )
}
