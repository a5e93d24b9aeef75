import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { copySimple } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { siteContract } from '../../contract.ts'
import type { Invitation } from '../../contract/settings.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { formatMoment } from '../wall-time.ts'

function linkOf(code: string): string {
  const link = new URL(paths.register(), location.origin)
  link.searchParams.set('invitation', code)
  return link.href
}

async function copyLink(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    toast(t('invitations.copied'))
  } catch {
    toast(t('invitations.copy_failed'), { warning: true })
  }
}

/** An invitation with its link and uses. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, code, note, uses, max_uses: maxUses, expires_at: end, created_by: createdBy, is_open: isOpen } = invitation
  const revoke = useChange(siteContract.revokeInvitation)
  const name = note || t('invitations.nameless')
  const link = linkOf(code)
  async function confirmAndRevoke() {
    const question = {
      title: t('invitations.revoke_ask', { name }),
      text: t('invitations.revoke_text', { count: maxUses - uses }),
      action: t('invitations.revoke'),
    }
    if (!(await confirm(question))) return
    revoke.mutate(
      { params: { id } },
      { onSuccess: () => toast(t('invitations.revoked')), onError: ({ message }) => toast(message, { warning: true }) },
    )
  }
  return (
    <li className={css.stack}>
      <div className={css.words}>
        <bdi className={css.name}>{name}</bdi>
        <span className={css.quiet}>
          {joinWithDots([
            t('invitations.count', { uses, most: maxUses }),
            isOpen ? t('invitations.until', { day: formatMoment(end) }) : t('invitations.over'),
            t('invitations.by', { name: createdBy ?? t('nameless') }),
          ])}
        </span>
        {isOpen && <code className={css.link}>{link}</code>}
      </div>
      {isOpen && (
        <div className={css.buttons}>
          <Button size="s" icon={copySimple} aria-label={t('invitations.copy_named', { name })} onClick={() => void copyLink(link)}>
            {t('invitations.copy')}
          </Button>
          <Button
            size="s"
            kind="line"
            busy={revoke.isPending}
            aria-label={t('invitations.revoke_named', { name })}
            onClick={() => void confirmAndRevoke()}
          >
            {t('invitations.revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}
