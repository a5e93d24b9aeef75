import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { NotificationList, SettingsLink } from './NotificationList.tsx'
import { t } from './texts.ts'

/** The notifications on phones: a bottom sheet. */
export const NotificationsSheet = ({ close }: CloseProps) => (
  <Dialog title={t('list.title')} isForReading>
    <NotificationList onLeave={() => close()} />
    <SettingsLink withWords />
  </Dialog>
)
