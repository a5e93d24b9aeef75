import type { ReactNode } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { Alert } from '#ui/Alert.tsx'
import { DialogActions } from '#ui/Dialog.tsx'
import css from '../Teams.module.css'

interface MessageProps {
  text: string | undefined
  /** Error of the last answer. */
  error?: ApiError | null
  /** Buttons, main one last. */
  children: ReactNode
}

/** The text and buttons of a mailed link's dialog, announced when they have loaded. */
export const Message = ({ text, error, children }: MessageProps) => (
  <>
    <p className={css.message} aria-live="polite">
      {text}
    </p>
    {error && <Alert>{error.message}</Alert>}
    <DialogActions>{children}</DialogActions>
  </>
)
