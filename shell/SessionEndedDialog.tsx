import { useEffect } from 'react'
import { useSignedIn, useStored } from '#kit/web/storage.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'

interface SessionEndedDialogProps extends CloseProps<true> {
  /** Undefined if any user may log in. */
  userId: string | undefined
}

/** Asks the user to log in again in another tab, so that input on this page is kept. Closes with true after the login of this user. */
export function SessionEndedDialog({ close, userId }: SessionEndedDialogProps) {
  const isSignedIn = useSignedIn()
  // The browser reports the login in the other tab as a change of storage.
  const currentUserId = useStored('user_id')
  const isOtherUser = userId !== undefined && currentUserId !== undefined && currentUserId !== userId
  const isDone = isSignedIn && !isOtherUser && (userId === undefined || currentUserId === userId)
  useEffect(() => {
    if (isDone) close(true)
  }, [isDone, close])
  return (
    <Dialog
      title={t(isOtherUser ? 'session_ended.other_title' : 'session_ended.title')}
      text={t(isOtherUser ? 'session_ended.other_text' : 'session_ended.text')}
      width="s"
    >
      <DialogActions>
        <Button onClick={() => close()}>{t('session_ended.later')}</Button>
        <ButtonLink href={paths.login()} target="_blank" kind="accent">
          {t('session_ended.login')}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  )
}
