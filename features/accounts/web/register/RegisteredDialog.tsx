import { useState } from 'react'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { accountsContract } from '../../contract.ts'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import { FormErrorAlert } from '../FormErrorAlert.tsx'
import { t } from '../texts.ts'

interface RegisteredDialogProps extends CloseProps<OutputOf<typeof accountsContract.createToken>> {
  text: string
  /** The typed email, kept only in memory. */
  email: string
  password: string
  /** Sends the confirmation email again. @returns whether it was sent */
  onAgain: (() => Promise<boolean>) | undefined
}

/** Confirms the registration and logs in with the typed password. Resolves with tokens; without tokens, the login screen follows. */
export function RegisteredDialog({ text, email, password, onAgain, close }: RegisteredDialogProps) {
  const [resendState, setResendState] = useState<'sending' | 'sent' | 'failed'>()
  const login = useCaptchaMutation(accountsContract.createToken)
  const logIn = async () => {
    const tokens = await login.send((captcha) => ({ body: { grant_type: 'password', user: email, password, captcha } }), email)
    if (tokens) close(tokens)
  }
  return (
    <Dialog title={t('register.done.title')} text={text} width="s">
      {resendState === 'sent' && <Alert kind="note">{t('register.again.sent')}</Alert>}
      {resendState === 'failed' && <Alert>{t('register.again.failed')}</Alert>}
      <FormErrorAlert error={login.error} />
      <DialogActions>
        {onAgain && resendState !== 'sent' && (
          <Button
            busy={resendState === 'sending'}
            onClick={() => {
              setResendState('sending')
              void onAgain().then((isSent) => setResendState(isSent ? 'sent' : 'failed'))
            }}
          >
            {t('register.again.action')}
          </Button>
        )}
        <Button kind="accent" busy={login.busy} onClick={() => void logIn()}>
          {t('register.done.action')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
