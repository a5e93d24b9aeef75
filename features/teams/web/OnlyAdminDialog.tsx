import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { t } from './texts.ts'

/** Explains to the only admin why they can't leave. Resolves to true if the user wants to see the members. @param name of the team */
export const OnlyAdminDialog = ({ name, close }: CloseProps<boolean> & { name: string }) => (
  <Dialog title={t('leave.only_title')} text={t('leave.only_text', { name })} width="s">
    <DialogActions>
      <Button kind="accent" onClick={() => close(true)}>
        {t('leave.only_action')}
      </Button>
    </DialogActions>
  </Dialog>
)
