import { useState } from 'react'
import { storage } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { t } from '../texts.ts'

export interface Notice {
  title: string
  text: string
  /** What is done when agreed to, in words. */
  action: string
  /** The way out, where there is another one. */
  cancel?: string
  /** Where it is kept that somebody does not want to see it again. */
  hideKey?: 'hide_copy_in_heart_dimension_modal' | 'hide_add_to_playlist_modal'
}

/** Says something, or asks before something that can be taken back; answers true when agreed to. */
export function NoticeDialog({ title, text, action, cancel, hideKey, close }: Notice & Closing<boolean>) {
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
