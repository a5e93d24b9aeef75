import { openDialog } from '#ui/dialogs.ts'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/shell/navigation.ts'

/** Says that it worked, and leads to the login. */
export function useRegistered(): (text: string) => void {
  const go = useGo()
  return (text) =>
    void openDialog(() => import('./RegisteredDialog.tsx').then((module) => module.RegisteredDialog), { text }).then(() =>
      go(paths.login()),
    )
}
