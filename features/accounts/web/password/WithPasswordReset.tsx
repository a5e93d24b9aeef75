import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { openDialog } from '#ui/dialogs.ts'
import { lazily } from '#ui/lazily.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { createLoginPrefill } from '../login/form-state.ts'
import type { PasswordReset } from './usePasswordReset.ts'

const ResetScreen = lazily(() => import('./ResetScreen.tsx').then((module) => module.ResetScreen))

interface WithPasswordResetProps {
  reset: PasswordReset | undefined
  children: ReactNode
}

/** A screen that also handles an emailed reset link: on desktop in a dialog, on phones in a screen that replaces this one. */
export function WithPasswordReset({ reset, children }: WithPasswordResetProps) {
  const onDesktop = useDesktop()
  const go = useGo()

  const open = useEffectEvent(async (reset: PasswordReset) => {
    await openDialog(() => import('./ResetPasswordDialog.tsx').then((module) => module.ResetPasswordDialog), { reset: reset })
    go(paths.login(), { replace: true, state: createLoginPrefill(reset.email) })
  })
  // Opens the dialog after the secret was removed from the address.
  useEffect(() => {
    if (!reset || !onDesktop) return
    const opening = setTimeout(() => void open(reset))
    return () => clearTimeout(opening)
  }, [reset, onDesktop])

  return reset && !onDesktop ? <ResetScreen reset={reset} /> : children
}
