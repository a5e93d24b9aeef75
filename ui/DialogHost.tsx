import { Suspense } from 'react'
import { Boundary } from './Boundary.tsx'
import { dialogs, ThisDialog } from './dialogs.ts'
import { lazily } from './lazily.ts'

/** Bundled with the dialogs, so nothing loads before the first one opens. */
const FailedDialog = lazily(() => import('./FailedDialog.tsx').then((module) => module.FailedDialog))

/** Renders all open dialogs; once per page. A dialog that crashes shows an error and leaves the page intact. */
export function DialogHost() {
  return dialogs.use().map((dialog) => (
    <ThisDialog key={dialog.id} value={dialog}>
      <Suspense>
        <Boundary fallback={(again) => <FailedDialog onAgain={again} onClose={dialog.close} />}>{dialog.element}</Boundary>
      </Suspense>
    </ThisDialog>
  ))
}
