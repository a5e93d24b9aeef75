import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
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
  children: ReactNode
}

/** A screen of lines that is somebody's own: a guest is asked to log in, and comes back. */
export function PersonalScreen({ title, back = paths.settings(), aside, login, children }: PersonalScreenProps) {
  const signedIn = useSignedIn()
  return (
    <Screen title={title} back={back} aside={signedIn && aside}>
      <div className={css.page}>
        {signedIn ? (
          children
        ) : (
          <State title={title} text={login}>
            <ButtonLink kind="accent" href={paths.login()} onClick={comeBackHere}>
              {t('login_needed.login')}
            </ButtonLink>
          </State>
        )}
      </div>
    </Screen>
  )
}
