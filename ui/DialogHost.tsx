import { Suspense } from 'react'
import { Boundary } from './Boundary.tsx'
import { dialogs, ThisDialog } from './dialogs.ts'
import { lazily } from './lazily.ts'

/** It comes with the code of every dialog: nobody fetches it before one is opened. */
const FailedDialog = lazily(() => import('./FailedDialog.tsx').then((module) => module.FailedDialog))

/** The place where dialogs stand: one a page. A dialog that breaks says so, and leaves the page as it is. */
export function DialogHost() {
  return dialogs.use().map((dialog) => (
    <ThisDialog key={dialog.id} value={dialog}>
      <Suspense>
        <Boundary fallback={(again) => <FailedDialog onAgain={again} onClose={dialog.close} />}>{dialog.element}</Boundary>
      </Suspense>
    </ThisDialog>
  ))
}
