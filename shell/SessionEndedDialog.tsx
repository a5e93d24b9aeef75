import { useEffect } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'

/** Asks the user to log in again in another tab, so that input on this page is kept. Closes after the login. */
export function SessionEndedDialog({ close }: CloseProps) {
  const signedIn = useSignedIn()
  // The browser reports the login in the other tab as a change of storage.
  useEffect(() => {
    if (signedIn) close()
  }, [signedIn, close])
  return (
    <Dialog title={t('session_ended.title')} text={t('session_ended.text')} width="s">
      <DialogActions>
        <Button onClick={() => close()}>{t('session_ended.later')}</Button>
        <ButtonLink href={paths.login()} target="_blank" kind="accent">
          {t('session_ended.login')}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  )
}
