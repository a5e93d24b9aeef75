import { useState } from 'react'
import { problemOf, sentencesOf } from '#kit/web/problems.ts'
import { forgetTokens } from '#kit/web/session.ts'
import { useChange } from '#kit/web/change.ts'
import { accountsContract } from '../../contract.ts'
import { inOneLine } from '../sentences.ts'
import { t } from '../texts.ts'

/** Whose password is set anew, and what proves the right to: the token of a mailed link. */
export interface Reset {
  email: string
  token: string
}

/** A new password, typed twice and sent with what was mailed. It ends all sessions, also the one here. */
export function useReset(done: () => void) {
  const reset = useChange(accountsContract.resetPassword)
  const [typed, setTyped] = useState({ password: '', again: '' })
  const others = reset.error ? sentencesOf(reset.error, ['password']) : []
  return {
    fields: {
      ...typed,
      label: t('password.new'),
      refused: problemOf(reset.error).fields['password'],
      onChange: (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part })),
    },
    busy: reset.isPending,
    disabled: !typed.password || typed.password !== typed.again,
    /** That it failed, and what was wrong apart from the password: the link or code. */
    problem: reset.error ? inOneLine([t('reset.failed'), ...others]) : undefined,
    error: reset.error,
    /** What was refused is another matter by now. */
    forget: reset.reset,
    send: (proof: { email: string; token: string }) =>
      reset.mutate(
        { body: { ...proof, password: typed.password, password_confirmation: typed.again } },
        {
          onSuccess: () => {
            forgetTokens()
            done()
          },
        },
      ),
  }
}
