import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { t } from './texts.ts'

/** Shown instead of a dialog that crashed. */
export const FailedDialog = ({ onAgain, onClose }: { onAgain: () => void; onClose: () => void }) => (
  <Dialog title={t('dialog.failed')} text={t('dialog.failed_text')} width="s">
    <DialogActions>
      <Button onClick={onClose}>{t('dialog.close')}</Button>
      <Button kind="accent" onClick={onAgain}>
        {t('error.again')}
      </Button>
    </DialogActions>
  </Dialog>
)
