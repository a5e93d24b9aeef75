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
  /** Title in the tab and the header; the product name by default. */
  title?: string | undefined
  /** Whether the header or the page renders the h1; with `page`, the header shows the name once the page's heading has scrolled away. */
  heading?: 'header' | 'page' | undefined
  /** Shows a back button, with a fallback target for visitors from outside. */
  back?: string | undefined
  /** In the header after the title: log in, done. */
  aside?: ReactNode
  /** The subject on display: its actions are behind the three dots. */
  subject?: Subject | undefined
  /** The sub-bar. */
  dial?: ReactNode
  /** Sets the room colour: from its picture, else from the hue of its id. */
  light?: LightSource | undefined
  /** The current navigation tab, if it differs from that of the path. */
  tab?: ActiveTab | undefined
  /** Key of the stored scroll position. */
  place?: Place | undefined
  /** Buttons fixed at the bottom, replacing the navigation for single-task screens. */
  foot?: ReactNode
  /** Loading. */
  busy?: boolean | undefined
  children: ReactNode
}

/** A screen: header, sub-bar, content and background light. It is its own scroll container. */
export function Screen({ title, heading = 'header', back, aside, subject, dial, light, tab, place, foot, busy, children }: ScreenProps) {
  const { page, scrolled, far, onScroll, toTop } = useScroll(place)

  const propsOf = useSubjectMenu<SubjectType>(subject?.type)
  const { ref, menu } = subject ? propsOf(subject) : {}

  useTitle(title)
  // Shortcuts and pastes look up the subject by element.
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

/** At the end of a screen's menu: opens the palette on devices without a keyboard. */
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
