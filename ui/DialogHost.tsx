import { Boundary } from './Boundary.tsx'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { dialogs, ThisDialog } from './dialogs.ts'
import { t } from './texts.ts'

/** The place where dialogs stand: one a page. A dialog that breaks says so, and leaves the page as it is. */
export function DialogHost() {
  return dialogs.use().map((dialog) => (
    <ThisDialog key={dialog.id} value={dialog}>
      <Boundary fallback={(again) => <FailedDialog onAgain={again} onClose={dialog.close} />}>{dialog.element}</Boundary>
    </ThisDialog>
  ))
}

const FailedDialog = ({ onAgain, onClose }: { onAgain: () => void; onClose: () => void }) => (
  <Dialog title={t('dialog.failed')} text={t('dialog.failed_text')} width="s">
    <DialogActions>
      <Button onClick={onClose}>{t('dialog.close')}</Button>
      <Button kind="accent" onClick={onAgain}>
        {t('error.again')}
      </Button>
    </DialogActions>
  </Dialog>
)
