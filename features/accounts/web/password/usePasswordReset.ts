import { useState } from 'react'
import { formErrors, unshownErrors } from '#kit/web/problems.ts'
import { clearTokens } from '#kit/web/session.ts'
import { useChange } from '#kit/web/change.ts'
import { accountsContract } from '../../contract.ts'
import { joinSentences } from '../FormErrorAlert.tsx'
import { t } from '../texts.ts'

/** The account, and the emailed link's token. */
export interface PasswordReset {
  email: string
  token: string
}

/** Sets a new password with an emailed secret. Ends all sessions, including this one. */
export function usePasswordReset(onDone: () => void) {
  const reset = useChange(accountsContract.resetPassword)
  const [typed, setTyped] = useState({ password: '', confirmation: '' })
  const others = reset.error ? unshownErrors(reset.error, ['password']) : []
  const isLost = reset.error?.body.code === 'answer_lost'
  return {
    fields: {
      ...typed,
      label: t('password.new'),
      error: formErrors(reset.error).fields['password'],
      onChange: (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part })),
    },
    busy: reset.isPending,
    disabled: !typed.password || typed.password !== typed.confirmation,
    /** Error message of the form. Leaves out the error of the password, which its field shows. */
    problem: reset.error ? (isLost ? t('reset.lost') : joinSentences([t('reset.failed'), ...others])) : undefined,
    error: reset.error,
    /** Clears the error. */
    forget: reset.reset,
    send: (proof: { email: string; token: string }) =>
      reset.mutate(
        { body: { ...proof, password: typed.password, password_confirmation: typed.confirmation } },
        {
          onSuccess: () => {
            clearTokens()
            onDone()
          },
        },
      ),
  }
}
