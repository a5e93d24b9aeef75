import type { ReactNode } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { Alert } from '#ui/Alert.tsx'
import { DialogActions } from '#ui/Dialog.tsx'
import css from '../Teams.module.css'

interface MessageProps {
  text: string | undefined
  /** Error of the last call. */
  error?: ApiError | null
  /** Buttons. The main button is last. */
  children: ReactNode
}

/** The text and buttons of a dialog that an emailed link opened. Screen readers announce the text when it changes. */
export const Message = ({ text, error, children }: MessageProps) => (
  <>
    <p className={css.message} aria-live="polite">
      {text}
    </p>
    {error && <Alert>{error.message}</Alert>}
    <DialogActions>{children}</DialogActions>
  </>
)
