import { lazy, Suspense } from 'react'
import { menus } from './menus.ts'

const MenuPopup = lazy(() => import('./MenuPopup.tsx').then((module) => ({ default: module.MenuPopup })))

/** The place where the menu opens: one a page. Its code comes with the first one. */
export function MenuHost() {
  const menu = menus.use()
  if (!menu) return null
  return (
    <Suspense>
      <MenuPopup key={menu.id} {...menu} />
    </Suspense>
  )
}
