import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { useRedirectWithSecret } from '../emailed-secret.ts'

/** Opens the settings with the new-password dialog; a truncated link opens only the settings. */
export function ResetLink({ token, email }: { token?: string; email?: string }) {
  useRedirectWithSecret(token !== undefined && email !== undefined ? { token, email } : {}, paths.settings())
  return <Screen busy>{null}</Screen>
}
