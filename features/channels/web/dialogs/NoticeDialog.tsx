import { useState } from 'react'
import { storage } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { t } from '../texts.ts'

export interface Notice {
  title: string
  text: string
  /** Label of the confirming button. */
  action: string
  /** Label of the other button, if any. */
  cancel?: string
  /** Storage key for "don't show again". */
  hideKey?: 'hide_copy_in_heart_dimension_modal' | 'hide_add_to_playlist_modal'
}

/** Shows a notice, or confirms an action that can be undone. Resolves with true if confirmed. */
export function NoticeDialog({ title, text, action, cancel, hideKey, close }: Notice & CloseProps<boolean>) {
  const [isHidden, setIsHidden] = useState(false)
  const answer = (agrees: boolean) => {
    if (isHidden && hideKey) storage.set(hideKey, true)
    close(agrees)
  }
  return (
    <Dialog title={title} text={text} width="s">
      {hideKey && (
        <Checkbox checked={isHidden} onChange={(event) => setIsHidden(event.currentTarget.checked)}>
          {t('notice.hide')}
        </Checkbox>
      )}
      <DialogActions>
        {cancel !== undefined && <Button onClick={() => answer(false)}>{cancel}</Button>}
        <Button kind="accent" onClick={() => answer(true)}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
