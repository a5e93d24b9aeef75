import { useState } from 'react'
import { storeTokens } from '#kit/web/session.ts'
import { openDialog } from '#ui/dialogs.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { useUnsaved } from '#shell/useUnsaved.ts'
import { accountsContract } from '../../contract.ts'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import { createLoginPrefill } from '../login/form-state.ts'
import { hasReturnTarget, useCompleteLogin, useContinueAfterLogin } from '../session.ts'
import { t } from '../texts.ts'
import { onEmailConfirmed } from './email-confirmed.ts'
import { isFilledIn, type SignUpForm } from './form.ts'

/** Delay in ms before this tab continues after its login, so that the tab of the emailed link continues first. */
const otherTabMs = 1500

/**
 * Handles a completed sign-up. A dialog confirms it and logs in with the typed password; if dismissed, the login screen follows. Users who
 * came from another page are logged in without the dialog. Until the sign-up is complete, leaving a filled-in form asks for confirmation.
 */
export function useSignUpCompletion(form: SignUpForm) {
  const go = useGo()
  const allowLeaving = useUnsaved(isFilledIn(form))
  const login = useCaptchaMutation(accountsContract.createToken)
  const enter = useCompleteLogin()
  const continueAfterLogin = useContinueAfterLogin()
  const [isEntering, setIsEntering] = useState(false)
  const email = form.email.trim()
  const logIn = () => login.send((captcha) => ({ body: { grant_type: 'password', user: email, password: form.password, captcha } }), email)
  const openRegisteredDialog = (text: string, onAgain?: () => Promise<boolean>) =>
    openDialog(() => import('./RegisteredDialog.tsx').then((module) => module.RegisteredDialog), {
      text,
      onAgain,
      email,
      password: form.password,
    })
  const goToLogin = () => go(paths.login(), { state: createLoginPrefill(email) })

  return {
    busy: isEntering,
    /** Call when the account exists. */
    async ready() {
      allowLeaving()
      if (hasReturnTarget()) {
        setIsEntering(true)
        const tokens = await logIn()
        setIsEntering(false)
        if (tokens) return enter(tokens)
      }
      const tokens = await openRegisteredDialog(t('register.done.at_once'))
      if (tokens) enter(tokens)
      else goToLogin()
    },
    /**
     * Waits until the user opens the emailed link in another tab. That tab continues, but this tab logs in, because it knows the password.
     * @param onAgain sends the email again
     */
    async mailed(onAgain: () => Promise<boolean>) {
      allowLeaving()
      let isIn = false
      const logInToo = async () => {
        stop()
        const tokens = await logIn()
        if (!tokens) return
        isIn = true
        storeTokens(tokens)
        setTimeout(continueAfterLogin, otherTabMs)
      }
      const stop = onEmailConfirmed(email, () => void logInToo())
      const tokens = await openRegisteredDialog(t('register.done.mailed', { email }), onAgain)
      stop()
      if (tokens) enter(tokens)
      else if (!isIn) goToLogin()
    },
  }
}
