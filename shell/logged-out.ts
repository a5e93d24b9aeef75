import { toast } from '#ui/toasts.ts'
import { returnHereAfterLogin } from './login-needed.ts'
import { go } from './navigation.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'

/** Shows that the session was ended, and leads to the login and back. */
export const showLoggedOut = (): void =>
  void toast(t('session_ended.elsewhere'), {
    warning: true,
    isPersistent: true,
    action: {
      name: t('session_ended.login'),
      perform: () => {
        returnHereAfterLogin()
        go(paths.login())
      },
    },
  })
