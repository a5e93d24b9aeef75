import { type ReactNode, useEffect } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { Brand } from '#ui/Brand.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton, IconLink } from '#ui/IconButton.tsx'
import { arrowUp, caretLeft, magnifyingGlass } from '#ui/icons.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { hueOf } from '#ui/naming.ts'
import { type LightSource, useRoomLight } from '#ui/room.ts'
import { Slot } from './Slot.tsx'
import { app, type Subject, type SubjectType } from './subjects.ts'
import { type ActiveTab, useActiveTab } from './active-tab.ts'
import { t } from './texts.ts'
import { useBack } from './navigation.ts'
import type { Place } from './positions.ts'
import css from './Screen.module.css'
import { paletteKeys } from './shortcut-keys.ts'
import { openPalette } from './shortcuts.ts'
import { useScroll } from './useScroll.ts'
import { useSubjectMenu } from './useSubjectMenu.ts'
import { useTitle } from './useTitle.ts'

interface ScreenProps {
  /** The name of the screen: in the tab, and in the header. Absent: the product's own. */
  title?: string | undefined
  /** Who writes the h1: the header, or the page itself; the header then holds the name back until that has gone. */
  heading?: 'header' | 'page' | undefined
  /** A back button, and where it leads for who came from outside. */
  back?: string | undefined
  /** What stands in the header after the name: log in, done. */
  aside?: ReactNode
  /** What it shows: its actions are behind the three dots. */
  subject?: Subject | undefined
  /** The sub-bar. */
  dial?: ReactNode
  /** What the screen is about: the room takes the colour of its picture, else the hue of its id. */
  light?: LightSource | undefined
  /** The tab of the navigation it stands under, when that is not the one of its path. */
  tab?: ActiveTab | undefined
  /** What its scroll position is remembered for. */
  place?: Place | undefined
  /** Buttons that stay at the bottom, in place of the navigation: one thing is being done here. */
  foot?: ReactNode
  /** Something is coming. */
  busy?: boolean | undefined
  children: ReactNode
}

/** One screen: header, sub-bar, content, and the light behind them. It scrolls by itself. */
export function Screen({ title, heading = 'header', back, aside, subject, dial, light, tab, place, foot, busy, children }: ScreenProps) {
  const { page, scrolled, far, onScroll, toTop } = useScroll(place)

  const propsOf = useSubjectMenu<SubjectType>(subject?.type)
  const { ref, menu } = subject ? propsOf(subject) : {}

  useTitle(title)
  // Keys and pastes find the subject by the element.
  useEffect(() => ref?.(page.current))
  useRoomLight(light)
  useActiveTab(tab)

  return (
    <div
      ref={page}
      className={cx(css.page, scrolled !== 'top' && css.scrolled, scrolled === 'past' && css.past)}
      style={light && { '--h': hueOf(light.id) }}
      data-hue={light && ''}
      onScroll={onScroll}
      aria-busy={busy}
      data-screen=""
      data-foot={foot ? '' : undefined}
    >
      <div className={css.light} aria-hidden="true" />
      <header className={cx(css.header, back !== undefined && css.withBack, !title && css.home)}>
        {back !== undefined && <Back to={back} />}
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
        <Slot name="screen.bell" subject={app} />
        {menu && (
          <MenuButton label={t('screen.menu', { name: title ?? brand })} menu={{ ...menu, rows: () => [...menu.rows(), paletteRow()] }} />
        )}
      </header>
      {dial}
      <main id="content" tabIndex={-1} className={css.content} aria-label={title}>
        {children}
      </main>
      {foot && <div className={css.foot}>{foot}</div>}
      {far && <IconButton className={css.toTop} kind="quiet" icon={arrowUp} iconSize={20} label={t('screen.to_top')} onClick={toTop} />}
    </div>
  )
}

/** At the end of a screen's menu: where there is no keyboard, the way to all that can be done here. */
const paletteRow = (): MenuRow => ({
  id: 'palette',
  section: 'palette',
  name: t('palette.open'),
  icon: magnifyingGlass,
  keys: paletteKeys,
  perform: openPalette,
})

function Back({ to }: { to: string }) {
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
