import { dialogs, ThisDialog } from './dialogs.ts'

/** The place where dialogs stand: one a page. */
export function DialogHost() {
  return dialogs.use().map((dialog) => (
    <ThisDialog key={dialog.id} value={dialog}>
      {dialog.element}
    </ThisDialog>
  ))
}
