import { ButtonLink } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'

/** Which message to show. */
export type LoginReason = 'feature' | 'guest'

/** Asks a guest to log in or register. Resolves with true when they do. */
export function LoginNeededDialog({ reason, close }: CloseProps<true> & { reason: LoginReason }) {
  return (
    <Dialog title={t('login_needed.title')} text={t(`login_needed.${reason}`)} width="s">
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
