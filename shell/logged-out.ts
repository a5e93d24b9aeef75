import { isSignedIn } from '#kit/web/storage.ts'
import { onViewerChange } from '#kit/web/viewer.ts'
import { toast } from '#ui/toasts.ts'
import { returnHereAfterLogin } from './login-needed.ts'
import { go } from './navigation.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'

let dismiss = () => {}
// After a login in another tab or by another way, the link to the login would log the user out again.
onViewerChange(() => {
  if (isSignedIn()) dismiss()
})

/** Shows that the session was ended, and leads to the login and back. */
export const showLoggedOut = (): void => {
  dismiss = toast(t('session_ended.elsewhere'), {
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
}
