import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { t } from '../texts.ts'

/** There is an account. Whichever way it is closed, the login follows. */
export const RegisteredDialog = ({ text, close }: Closing & { text: string }) => (
  <Dialog title={t('register.done.title')} text={text} width="s">
    <DialogActions>
      <Button kind="accent" onClick={() => close()}>
        {t('register.done.action')}
      </Button>
    </DialogActions>
  </Dialog>
)
