import { useMailedSecret } from '#features/accounts/web/emailed-secret.ts'
import { language } from '#kit/web/i18n.ts'
import { openDialog } from '#ui/dialogs.ts'
import { inLanguage } from '#shell/paths.ts'
import { useLinkDialog } from './useLinkDialog.ts'

/** Opens an invitation, for the address `/request/{team id}/{team name}?code={code}`. */
export function InvitationLink({ team, name }: { team: string; name: string }) {
  const currentPath = inLanguage(language, { pathname: location.pathname, search: '' })
  const urlCode = new URLSearchParams(location.search).get('code') ?? undefined
  const code = useMailedSecret({ code: urlCode }, ['code'], currentPath)?.code
  const link = code === undefined ? currentPath : `${currentPath}?code=${encodeURIComponent(code)}`
  useLinkDialog(urlCode === undefined, link, team, () =>
    openDialog(() => import('./InvitationDialog.tsx').then((module) => module.InvitationDialog), { team, name, code }),
  )
  return null
}
