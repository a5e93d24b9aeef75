import { createContext, useContext } from 'react'
import type { PlayerControl } from './control.ts'

export const ControlContext = createContext<PlayerControl | null>(null)

/** The control of the enclosing player. */
export function useControl(): PlayerControl {
  const control = useContext(ControlContext)
  if (!control) throw new Error('Outside a player')
  return control
}
