import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { State } from '#ui/State.tsx'
import { comeBackHere } from './login-needed.ts'
import { paths } from './paths.ts'
import css from './PersonalScreen.module.css'
import { Screen } from './Screen.tsx'
import { t } from './texts.ts'

interface PersonalScreenProps {
  title: string
  /** Where "Back" leads when there is nothing before it; the settings unless told. */
  back?: string
  /** In the header. */
  aside?: ReactNode
  /** What a guest is told. */
  login: string
  /** Beside that; a drawing unless given. */
  icon?: string
  /** As wide as there is room, not only as lines are easily read. */
  wide?: boolean
  children: ReactNode
}

/** A screen of lines that is somebody's own: a guest is asked to log in, and comes back. */
export function PersonalScreen({ title, back = paths.settings(), aside, login, icon, wide, children }: PersonalScreenProps) {
  const signedIn = useSignedIn()
  return (
    <Screen title={title} back={back} aside={signedIn && aside}>
      <div className={cx(css.page, !wide && css.lines)}>
        {signedIn ? (
          children
        ) : (
          <State title={title} text={login} picture={icon === undefined ? 'empty' : <IconDisc icon={icon} size={88} />}>
            <ButtonLink kind="accent" href={paths.login()} onClick={comeBackHere}>
              {t('login_needed.login')}
            </ButtonLink>
          </State>
        )}
      </div>
    </Screen>
  )
}
