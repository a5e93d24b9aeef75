import { useEffect, useState } from 'react'
import { unshownErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { CodeInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { accountsContract } from '../../contract.ts'
import { codeLength } from '../../rules.ts'
import { t } from '../texts.ts'

/** Asks for the emailed code that turns on adult content. */
export function AdultDialog({ email, close }: CloseProps & { email: string }) {
  const pass = useChange(accountsContract.passAgeVerification)
  const profile = useRead(accountsContract.getProfile, {})
  const [code, setCode] = useState('')
  // The profile also shows it after a lost response, or if another tab has sent the code.
  const isOn = pass.isSuccess || profile.data?.adult_content === true
  useEffect(() => {
    if (!isOn) return
    toast(t('adult.on'))
    close()
  }, [isOn, close])
  return (
    <FormDialog
      title={t('adult.code.title')}
      text={t('adult.code.text', { email })}
      width="s"
      submit={t('adult.code.submit')}
      busy={pass.isPending}
      disabled={code.length !== codeLength}
      cancel={t('cancel')}
      onSubmit={() => pass.mutate({ query: { code } })}
    >
      <Field label={t('code.label')} error={pass.error ? unshownErrors(pass.error, [])[0] : undefined}>
        <CodeInput length={codeLength} masked onInput={(event) => setCode(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  )
}
