import { Menu } from '@base-ui/react/menu'
import { Fragment, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { ariaKeys, formatKeys } from './key-names.ts'
import { overlayContainer } from './overlay-container.ts'
import { cx } from './cx.ts'
import css from './MenuPopup.module.css'
import parts from './menuParts.module.css'
import { menus, type OpenMenu } from './menus.ts'
import { t } from './texts.ts'

/** Distance in px from the menu to its owner and to the edge of the frame. */
const gap = 8

/** The open menu. The element that opened it stays bright above the darkened page, and gets the focus back. */
export function MenuPopup({ label, rows, owner, point }: OpenMenu) {
  const [open, setOpen] = useState(true)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const performs = useRef(false)
  // If the menu was opened by keyboard, its first action gets the focus.
  const [byKeyboard] = useState(() => owner.matches(':focus-visible'))
  const onOpened = () => {
    if (byKeyboard) place?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }
  // Returns the focus before acting, so that a dialog which the action opens can return it there too.
  const act = (perform: () => void) => {
    performs.current = true
    setTimeout(() => {
      owner.focus({ preventScroll: true })
      perform()
    })
  }
  const anchor = point ? { getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, 0) } : owner
  return (
    // A landmark of its own, because the menu isn't part of the page that it covers.
    <section ref={setPlace} aria-label={t('menu.of', { name: label })}>
      <Menu.Root
        open={open && place !== null}
        onOpenChange={setOpen}
        onOpenChangeComplete={(isOpen) => (isOpen ? onOpened() : menus.set(null))}
      >
        <Menu.Portal container={place}>
          <Menu.Backdrop className={css.scrim} style={{ clipPath: roomAround(owner) }} />
          <Menu.Positioner
            className={css.positioner}
            anchor={anchor}
            side="bottom"
            align={point ? 'start' : 'end'}
            sideOffset={point ? 0 : gap}
            // A menu at a point moves sideways until it fits on the screen.
            collisionAvoidance={point && { side: 'shift' }}
            collisionBoundary={overlayContainer.get() ?? 'clipping-ancestors'}
            collisionPadding={gap}
          >
            {/* Focusable, because long menus scroll, and the keyboard must be able to scroll them. */}
            <Menu.Popup
              className={cx(parts.surface, css.menu)}
              aria-label={label}
              tabIndex={0}
              finalFocus={() => (performs.current ? false : owner)}
            >
              {rows.map(({ id, name, icon, keys, disabledReason, perform }, index) => (
                <Fragment key={id}>
                  {startsSection(rows, index) && <Menu.Separator className={css.line} />}
                  <Menu.Item
                    className={parts.row}
                    disabled={disabledReason !== undefined}
                    aria-keyshortcuts={keys && ariaKeys(keys)}
                    onClick={() => act(perform)}
                  >
                    <Icon icon={icon} size={22} className={parts.icon} />
                    <span className={parts.name}>
                      {name}
                      {disabledReason && <small className={parts.reason}>{disabledReason}</small>}
                    </span>
                    {keys && (
                      <kbd className={parts.keys} aria-hidden="true">
                        {formatKeys(keys)}
                      </kbd>
                    )}
                  </Menu.Item>
                </Fragment>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </section>
  )
}

/** Returns true if a line is drawn before a row: between two sections, unless both have a single row. */
function startsSection(rows: OpenMenu['rows'], at: number): boolean {
  const sizeOf = (place: number) => rows.filter(({ section }) => section === rows[place]?.section).length
  return at > 0 && rows[at - 1]?.section !== rows[at]?.section && sizeOf(at - 1) + sizeOf(at) > 2
}

/** Returns the clip path of the layer that darkens the page. Leaves out the element that opened the menu, with its rounded corners. */
function roomAround(owner: HTMLElement): string {
  const frame = overlayContainer.get()?.getBoundingClientRect()
  const { left, top, width, height } = owner.getBoundingClientRect()
  const x = left - (frame?.left ?? 0)
  const y = top - (frame?.top ?? 0)
  const r = Math.min(Number.parseFloat(getComputedStyle(owner).borderRadius) || 0, width / 2, height / 2)
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`
  const hole = `M${x + r} ${y}h${width - 2 * r}${corner(1, 1)}v${height - 2 * r}${corner(-1, 1)}h${2 * r - width}${corner(-1, -1)}v${2 * r - height}${corner(1, -1)}z`
  return `path(evenodd, 'M-9999 -9999H99999V99999H-9999z${hole}')`
}
