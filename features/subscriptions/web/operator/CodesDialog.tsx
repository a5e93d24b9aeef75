import { useContext, useEffect, useState } from 'react'
import { saveFile } from '#kit/web/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { type CloseProps, DialogContext, guardDialog } from '#ui/dialogs.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { t } from '../texts.ts'

interface CodesDialogProps extends CloseProps {
  batch: string
  codes: readonly string[]
}

/** Offers the codes of a new batch as a file. Asks before closing until the codes were downloaded. */
export function CodesDialog({ batch, codes }: CodesDialogProps) {
  const dialog = useContext(DialogContext)
  const [isSaved, setIsSaved] = useState(false)
  const id = dialog?.id
  useEffect(() => {
    if (id === undefined || isSaved) return undefined
    return guardDialog(id, () => confirm({ title: t('codes.leave'), text: t('codes.leave_text'), action: t('codes.leave_action') }))
  }, [id, isSaved])
  const save = () => {
    const name = batch.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    saveFile(new Blob([['code', ...codes, ''].join('\r\n')], { type: 'text/csv' }), `coupons-${name}.csv`)
    setIsSaved(true)
  }
  return (
    <FormDialog
      title={t('codes.title', { batch })}
      text={t(isSaved ? 'codes.saved' : 'codes.text', { count: codes.length })}
      width="s"
      submit={t('codes.download')}
      busy={false}
      unsaved={false}
      aside={<Button onClick={() => dialog?.dismiss()}>{t('codes.close')}</Button>}
      onSubmit={save}
    />
  )
}
