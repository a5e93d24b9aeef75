import { openDialog } from '#ui/dialogs.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { useUnsaved } from '#shell/useUnsaved.ts'
import { isFilledIn, type SignUpForm } from './form.ts'

/** Says that it worked, and leads to the login. Until then, a form that was filled in asks before it is left. */
export function useRegistered(form: SignUpForm): (text: string) => void {
  const go = useGo()
  const letGo = useUnsaved(isFilledIn(form))
  return (text) => {
    letGo()
    void openDialog(() => import('./RegisteredDialog.tsx').then((module) => module.RegisteredDialog), { text }).then(() =>
      go(paths.login()),
    )
  }
}
