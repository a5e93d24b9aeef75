import { ButtonLink } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'

/** Selects the message of the dialog. */
export type LoginReason = 'feature' | 'guest'

interface LoginNeededDialogProps extends CloseProps<true> {
  reason: LoginReason
  /** Text about the action that follows the login. */
  afterwards?: string | undefined
}

/** Asks a guest to log in or register. Resolves with true when they do. */
export function LoginNeededDialog({ reason, afterwards, close }: LoginNeededDialogProps) {
  return (
    <Dialog title={t('login_needed.title')} text={t(`login_needed.${reason}`)} width="s">
      {afterwards !== undefined && <p>{afterwards}</p>}
      <DialogActions>
        <ButtonLink href={paths.register()} onClick={() => close(true)}>
          {t('login_needed.register')}
        </ButtonLink>
        <ButtonLink href={paths.login()} kind="accent" onClick={() => close(true)}>
          {t('login_needed.login')}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  )
}
