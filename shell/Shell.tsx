import type { ReactNode } from 'react'
import { storage, useStored } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { DialogHost, MenuHost, ToastHost } from '#ui/hosts.tsx'
import { LiveLamp } from '#ui/Badge.tsx'
import { cornersOut } from '#ui/icons.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { useHasUnsaved } from '#ui/unsaved.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import type { Reader } from './actions.ts'
import { t } from './texts.ts'
import { isServerAvailable } from './availability.ts'
import { Nav, type NavItem } from './Nav.tsx'
import { CurrentScreen, useIsFullWindow } from './router/RouterView.tsx'
import { useDesktop, useIsLowWindow } from './useDesktop.ts'
import { Screen } from './Screen.tsx'
import css from './Shell.module.css'

/** Covers the screen while the server doesn't respond, and disappears by itself. */
const MaintenanceScreen = () => (
  <div className={css.over}>
    <Screen>
      <StateMessage level={2} picture="error" title={t('maintenance.title')} text={t('maintenance.text')} />
    </Screen>
  </div>
)

const setOverlayContainer = (element: HTMLElement | null) => overlayContainer.set(element)

interface ShellProps {
  getNavItems: (reader: Reader) => readonly NavItem[]
  children?: ReactNode
  player?: ReactNode
}

/**
 * Renders the frame, the navigation, and the hosts of dialogs, menus and toasts.
 * @param children above the navigation
 * @param player over the screens; stays when the screen changes
 */
export function Shell({ getNavItems, children, player }: ShellProps) {
  const isDesktop = useDesktop()
  const fillsWindow = useStored('fill_window') === true
  const alone = useIsFullWindow()
  const isAvailable = isServerAvailable.use()
  const isTyping = useHasUnsaved()
  // The maintenance screen doesn't cover changed forms. Submitting them shows the outage.
  const isAway = !isAvailable && !isTyping
  const isLow = useIsLowWindow()
  const filled = (isLow || (isDesktop && fillsWindow)) && !alone
  const framed = isDesktop && !filled && !alone

  return (
    <div className={cx(framed && css.backdrop)}>
      <div className={cx(css.room, framed && css.frame)}>
        <div
          ref={setOverlayContainer}
          className={cx(css.app, framed && css.inFrame)}
          data-filled={filled || undefined}
          data-alone={alone || undefined}
          data-away={isAway || undefined}
        >
          <a className={css.skip} href="#content">
            {t('screen.skip')}
          </a>
          <CurrentScreen />
          {isAway && <MaintenanceScreen />}
          {!isAway && !alone && (
            <Nav getNavItems={getNavItems} filled={filled} onOutlineIcon={isLow ? undefined : () => storage.remove('fill_window')} />
          )}
          {!isAway && children}
          {player}
          <DialogHost />
          <MenuHost />
          <ToastHost />
        </div>
      </div>
      {framed && (
        <aside className={css.notice}>
          <LiveLamp />
          <p>{t('frame.notice')}</p>
          <Button kind="line" size="s" icon={cornersOut} onClick={() => storage.set('fill_window', true)}>
            {t('frame.fill')}
          </Button>
        </aside>
      )}
    </div>
  )
}
