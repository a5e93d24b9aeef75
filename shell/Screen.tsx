import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { Brand } from '#ui/Brand.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton, IconLink } from '#ui/IconButton.tsx'
import { arrowUp, caretLeft, magnifyingGlass } from '#ui/icons.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { idHue } from '#ui/naming.ts'
import { type RoomColourSource, useRoomColour } from '#ui/room-colour.ts'
import { scrollBehavior } from '#ui/arrow-navigation.ts'
import { Slot } from './Slot.tsx'
import { type Subject, type SubjectType, appSubject } from './subjects.ts'
import { type ActiveTab, useActiveTab } from './Nav.tsx'
import { t } from './texts.ts'
import { useBack } from './navigation.ts'
import { type PositionKey, saveScrollTop, readScrollPosition } from './scroll-positions.ts'
import { paletteKeys } from './shortcut-lists.ts'
import { openPalette } from './shortcuts.ts'
import { useSubjectMenu } from './useSubjectMenu.ts'
import { useTitle } from './useTitle.ts'
import css from './Screen.module.css'

interface ScreenProps {
  /** Title in the tab and the header; the product name by default. */
  title?: string | undefined
  /** Whether the header or the page renders the h1. With `page`, the header shows the title once the page's h1 has scrolled away. */
  heading?: 'header' | 'page' | undefined
  /** Shows a back button. The address is where it leads if the visit began here. */
  back?: string | undefined
  /** Content of the header after the title, such as Log in or Done. */
  aside?: ReactNode
  /** The subject on the screen, whose actions are in the menu behind the three dots. */
  subject?: Subject | undefined
  /** The dial below the header, such as the user's bar. */
  dial?: ReactNode
  /** A picture, or else an id, whose hue colours the background. */
  light?: RoomColourSource | undefined
  /** The current navigation tab, if it differs from the tab of the path. */
  tab?: ActiveTab | undefined
  /** Key of the stored scroll position. */
  place?: PositionKey | undefined
  /** Buttons fixed at the bottom instead of the navigation, for screens with a single task. */
  foot?: ReactNode
  /** Whether the screen is loading, so that its subject may lack data that actions need. */
  busy?: boolean | undefined
  children: ReactNode
}

/** A screen: header, dial, content and background light. The screen is a scroll container. */
export function Screen({ title, heading = 'header', back, aside, subject, dial, light, tab, place, foot, busy, children }: ScreenProps) {
  const { page, scrolled, isScrolledFar, onScroll, toTop } = useScroll(place)

  const propsOf = useSubjectMenu<SubjectType>(subject?.type)
  const { ref, menu } = subject ? propsOf(subject) : {}

  useTitle(title)
  // Shortcuts and pastes find the subject by the screen's element.
  useEffect(() => ref?.(page.current))
  useRoomColour(light)
  useActiveTab(tab)

  return (
    <div
      ref={page}
      className={cx(css.page, scrolled !== 'top' && css.scrolled, scrolled === 'past' && css.past)}
      style={light && { '--h': idHue(light.id) }}
      data-hue={light && ''}
      onScroll={onScroll}
      aria-busy={busy}
      data-screen=""
      data-foot={foot ? '' : undefined}
    >
      <div className={css.light} aria-hidden="true" />
      <header className={cx(css.header, back !== undefined && css.withBack, !title && css.home)}>
        {back !== undefined && <BackLink to={back} />}
        {!title ? (
          <h1 className={css.brand}>
            <Brand />
          </h1>
        ) : heading === 'header' ? (
          <h1 className={css.title}>{title}</h1>
        ) : (
          <span className={cx(css.title, css.late)} aria-hidden="true">
            {title}
          </span>
        )}
        {aside}
        <Slot name="screen.bell" subject={appSubject} />
        {menu && (
          <MenuButton
            label={t('screen.menu', { name: title ?? brand })}
            menu={{ ...menu, rows: () => [...menu.rows(), paletteRow()] }}
            isPartial={busy}
          />
        )}
      </header>
      {dial}
      <main id="content" tabIndex={-1} className={css.content} aria-label={title}>
        {children}
      </main>
      {foot && <div className={css.foot}>{foot}</div>}
      {isScrolledFar && (
        <IconButton className={css.toTop} kind="quiet" icon={arrowUp} iconSize={20} label={t('screen.to_top')} onClick={toTop} />
      )}
    </div>
  )
}

/** The last row of a screen's menu. It opens the palette on devices without a keyboard. */
const paletteRow = (): MenuRow => ({
  id: 'palette',
  section: 'palette',
  name: t('palette.open'),
  icon: magnifyingGlass,
  keys: paletteKeys,
  perform: openPalette,
})

function BackLink({ to }: { to: string }) {
  const goBack = useBack(to)
  return (
    <IconLink
      href={to}
      icon={caretLeft}
      label={t('screen.back')}
      onClick={(event) => {
        event.preventDefault()
        goBack()
      }}
    />
  )
}

/** Debounce before a scroll position is stored, in ms. */
const saveDelayMs = 200
/** How long a restored page may take to regain its height, in ms. */
const restoreTimeoutMs = 2000

/** Scroll distances in px after which content lies under the header, and after which the page's own heading is out of view. */
const underHeaderPx = 8
const pastHeadingPx = 160

/** Tracks a screen's scroll position and restores it. */
function useScroll(place: PositionKey | undefined) {
  const page = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState<'top' | 'under' | 'past'>('top')
  const [isScrolledFar, setIsScrolledFar] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFresh = useRef(true)
  /** Whether a position is being restored. Until the page reaches it, scroll positions aren't stored. */
  const returning = useRef(false)

  const readScroll = () => {
    const { current } = page
    if (!current) return
    setScrolled(current.scrollTop > pastHeadingPx ? 'past' : current.scrollTop > underHeaderPx ? 'under' : 'top')
    setIsScrolledFar(current.scrollTop > current.clientHeight)
  }

  // The content may load after the screen: scrolls again as the page grows, until the position is reached or the user scrolls.
  useLayoutEffect(() => {
    const { current } = page
    if (!current) return
    const top = place ? readScrollPosition(place).top : 0
    // A new screen is at the top. Reading its position would force layout.
    if (top === 0 && isFresh.current) return
    current.scrollTop = top
    if (current.scrollTop >= top) return
    returning.current = true
    const sizes = new ResizeObserver(() => {
      current.scrollTop = top
      if (current.scrollTop >= top) stop()
    })
    const stop = () => {
      returning.current = false
      sizes.disconnect()
      clearTimeout(timeout)
    }
    const timeout = setTimeout(stop, restoreTimeoutMs)
    for (const child of current.children) sizes.observe(child)
    for (const kind of ['wheel', 'touchstart', 'keydown']) current.addEventListener(kind, stop, { once: true, passive: true })
    return stop
  }, [place])

  useEffect(() => {
    isFresh.current = false
  }, [])

  return {
    page,
    scrolled,
    isScrolledFar,
    onScroll: () => {
      readScroll()
      clearTimeout(timer.current)
      const top = page.current?.scrollTop
      if (place && top !== undefined && !returning.current) timer.current = setTimeout(() => saveScrollTop(place, top), saveDelayMs)
    },
    toTop: () => page.current?.scrollTo({ top: 0, behavior: scrollBehavior() }),
  }
}
