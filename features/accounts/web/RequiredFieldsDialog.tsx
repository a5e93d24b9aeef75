import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { useState } from 'react'
import { accountsContract } from '../contract.ts'
import { NicknameField } from './NicknameField.tsx'
import { t } from './texts.ts'

/** Asks for missing required fields after a response with status 427. */
export function RequiredFieldsDialog({ close }: CloseProps<boolean>) {
  const choose = useChange(accountsContract.setRequiredFields)
  const [nickname, setNickname] = useState('')
  const { message, fields } = formErrors(choose.error, ['nickname'])
  return (
    <FormDialog
      title={t('required.title')}
      text={t('required.text')}
      width="s"
      submit={t('required.submit')}
      busy={choose.isPending}
      disabled={!nickname.trim()}
      error={message}
      cancel={t('cancel')}
      onSubmit={() => choose.mutate({ body: { nickname: nickname.trim() } }, { onSuccess: () => close(true) })}
    >
      <NicknameField nickname={nickname} onChange={setNickname} error={fields['nickname']} />
    </FormDialog>
  )
}
