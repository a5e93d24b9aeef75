import { gearSix, pencilSimple, televisionSimple } from '#ui/icons.ts'
import { brand } from '#kit/contract/brand.ts'
import { CurrentRow, RowLink, Rows } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { settingList } from '#shell/setting-list.ts'
import { Slot } from '#shell/Slot.tsx'
import { appSubject } from '#shell/subjects.ts'
import { t } from '../texts.ts'
import css from './SettingsRail.module.css'

/** The scroll position. The list mounts again on screens with another path. */
let top = 0
const keepScrollTop = (list: HTMLElement | null) => void (list && (list.scrollTop = top))

/**
 * Links to all settings, beside the open one in wide windows. It precedes the screen in the document, and the screen leaves room for it.
 * @param current address of the open setting
 */
export const SettingsRail = ({ current }: { current: string }) => (
  <nav
    ref={keepScrollTop}
    className={css.rail}
    aria-label={t('settings.title')}
    onScroll={({ currentTarget }) => (top = currentTarget.scrollTop)}
  >
    <CurrentRow value={current}>
      <Rows>
        <RowLink icon={gearSix} name={t('settings.title')} href={paths.settings()} />
        <RowLink icon={pencilSimple} name={t('profile.title')} href={paths.settings({ view: 'editProfile' })} />
        <Slot name="settings.account" subject={appSubject} />
        <RowLink icon={televisionSimple} name={t('settings.what', { brand })} href={paths.settings({ view: 'home' })} />
      </Rows>
    </CurrentRow>
  </nav>
)

settingList.set({ List: SettingsRail })
