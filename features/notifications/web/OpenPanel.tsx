import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import { overlayContainer } from '#ui/overlay-container.ts'
import css from './OpenPanel.module.css'
import { NotificationList, SettingsLink } from './NotificationList.tsx'
import { panelAnchor } from './panel.ts'
import { t } from './texts.ts'

/** A panel below the bell `anchor`. Closes when the user leaves the page at `currentPath`. */
export function OpenPanel({ anchor, currentPath }: { anchor: HTMLElement; currentPath: string }) {
  const [open, setOpen] = useState(true)
  const [openedAt] = useState(currentPath)
  const clearAnchor = () => panelAnchor.get() === anchor && panelAnchor.set(null)
  return (
    <Popover.Root
      open={open && currentPath === openedAt && anchor.isConnected}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => !isOpen && clearAnchor()}
    >
      <Popover.Portal container={overlayContainer.get()}>
        <Popover.Positioner
          className={css.positioner}
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={8}
          collisionBoundary={overlayContainer.get() ?? 'clipping-ancestors'}
          collisionPadding={12}
        >
          <Popover.Popup className={css.panel} finalFocus={() => anchor}>
            <div className={css.head}>
              <Popover.Title className={css.title}>{t('list.title')}</Popover.Title>
              <SettingsLink />
            </div>
            <NotificationList onLeave={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
