import { Suspense, useEffect } from 'react'
import { Boundary } from './Boundary.tsx'
import { lazily } from './lazily.ts'
import { menus } from './menus.ts'
import { t } from './texts.ts'
import { toast } from './toasts.ts'

const MenuPopup = lazily(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup))

/** The place where the menu opens: one a page. Its code comes with the first one. */
export function MenuHost() {
  const menu = menus.use()
  if (!menu) return null
  return (
    <Boundary key={menu.id} fallback={noMenu}>
      <Suspense>
        <MenuPopup {...menu} />
      </Suspense>
    </Boundary>
  )
}

/** It did not come: the next press tries again. */
function NoMenu() {
  // Nothing of it is drawn, so that only an effect can say so.
  useEffect(() => {
    toast(t('load.failed'), { warning: true })
    menus.set(null)
  }, [])
  return null
}
const noMenu = () => <NoMenu />
