import { Suspense, useEffect } from 'react'
import { Boundary } from './Boundary.tsx'
import { lazily } from './lazily.ts'
import { menus } from './menus.ts'
import { t } from './texts.ts'
import { toast } from './toasts.ts'

const MenuPopup = lazily(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup))

/** Renders the open menu; once per page. Its code loads with the first menu. */
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

/** Loading failed: the next press retries. */
function NoMenu() {
  // Renders nothing, so the toast needs an effect.
  useEffect(() => {
    toast(t('load.failed'), { warning: true })
    menus.set(null)
  }, [])
  return null
}
const noMenu = () => <NoMenu />
