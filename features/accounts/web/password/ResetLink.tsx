import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { useForward } from '../mailed.ts'

/** The link of a mail opens the settings, with a new password over them; one that lost its end, the settings alone. */
export function ResetLink({ token, email }: { token?: string; email?: string }) {
  useForward(token !== undefined && email !== undefined ? { token, email } : {}, paths.settings())
  return <Screen busy>{null}</Screen>
}
