import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { openDialog } from '#ui/dialogs.ts'
import { lazily } from '#ui/lazily.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { prefillUser } from '../login/carried-user.ts'
import type { Reset } from './useReset.ts'

const ResetScreen = lazily(() => import('./ResetScreen.tsx').then((module) => module.ResetScreen))

interface WithResetProps {
  reset: Reset | undefined
  children: ReactNode
}

/** A screen that also handles an emailed reset link: on desktop in a dialog, on phones in a screen that replaces this one. */
export function WithReset({ reset, children }: WithResetProps) {
  const onDesktop = useDesktop()
  const go = useGo()

  const open = useEffectEvent(async (reset: Reset) => {
    await openDialog(() => import('./ResetDialog.tsx').then((module) => module.ResetDialog), { reset: reset })
    go(paths.login(), { replace: true, state: prefillUser(reset.email) })
  })
  // Opens the dialog after the secret was removed from the address.
  useEffect(() => {
    if (!reset || !onDesktop) return
    const opening = setTimeout(() => void open(reset))
    return () => clearTimeout(opening)
  }, [reset, onDesktop])

  return reset && !onDesktop ? <ResetScreen reset={reset} /> : children
}
