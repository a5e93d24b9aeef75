import { useState } from 'react'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { t } from '../texts.ts'

interface RegisteredDialogProps extends Closing {
  text: string
  /** Sends the mail that confirms the account once more. @returns whether it was sent */
  onAgain: (() => Promise<boolean>) | undefined
}

/** There is an account. Whichever way it is closed, the login follows. */
export function RegisteredDialog({ text, onAgain, close }: RegisteredDialogProps) {
  const [again, setAgain] = useState<'sending' | 'sent' | 'failed'>()
  return (
    <Dialog title={t('register.done.title')} text={text} width="s">
      {again === 'sent' && <Alert kind="note">{t('register.again.sent')}</Alert>}
      {again === 'failed' && <Alert>{t('register.again.failed')}</Alert>}
      <DialogActions>
        {onAgain && again !== 'sent' && (
          <Button
            busy={again === 'sending'}
            onClick={() => {
              setAgain('sending')
              void onAgain().then((isSent) => setAgain(isSent ? 'sent' : 'failed'))
            }}
          >
            {t('register.again.action')}
          </Button>
        )}
        <Button kind="accent" onClick={() => close()}>
          {t('register.done.action')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
