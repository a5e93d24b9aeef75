import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { openDialog } from '#ui/dialogs.ts'
import { lazily } from '#ui/lazily.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { asUser } from '../login/carried-user.ts'
import type { Reset } from './useReset.ts'

const ResetScreen = lazily(() => import('./ResetScreen.tsx').then((module) => module.ResetScreen))

interface WithResetProps {
  reset: Reset | undefined
  children: ReactNode
}

/** A screen, and for whoever followed a mailed link a new password: over it where there is room, in its place on a phone. */
export function WithReset({ reset, children }: WithResetProps) {
  const onDesktop = useDesktop()
  const go = useGo()

  const open = useEffectEvent(async (whose: Reset) => {
    await openDialog(() => import('./ResetDialog.tsx').then((module) => module.ResetDialog), { reset: whose })
    go(paths.login(), { replace: true, state: asUser(whose.email) })
  })
  // The dialog opens because somebody came here, once the address has been tidied.
  useEffect(() => {
    if (!reset || !onDesktop) return
    const opening = setTimeout(() => void open(reset))
    return () => clearTimeout(opening)
  }, [reset, onDesktop])

  return reset && !onDesktop ? <ResetScreen reset={reset} /> : children
}
