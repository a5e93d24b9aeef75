import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { returnHereAfterLogin } from './login-needed.ts'
import { paths } from './paths.ts'
import css from './PersonalScreen.module.css'
import { Screen } from './Screen.tsx'
import { t } from './texts.ts'

interface PersonalScreenProps {
  title: string
  /** Where the back button leads if the visit began here; default: the settings. */
  back?: string
  /** Content of the header after the title. */
  aside?: ReactNode
  /** Message for guests. */
  login: string
  /** Icon for guests, instead of the default drawing. */
  icon?: string
  /** Maximum width of the content: for lines of text, columns, a wall of pictures, or none. Default: `text`. */
  measure?: 'text' | 'wide' | 'wall' | 'full'
  /** Links to related screens, above the content. */
  tabs?: ReactNode
  children: ReactNode
}

/** A list screen for logged-in users: guests are asked to log in or register, and return here. */
export function PersonalScreen({
  title,
  back = paths.settings(),
  aside,
  login,
  icon,
  measure = 'text',
  tabs,
  children,
}: PersonalScreenProps) {
  const signedIn = useSignedIn()
  return (
    <Screen title={title} back={back} aside={signedIn && aside}>
      {signedIn && tabs}
      <div className={cx(css.page, css[measure])}>{signedIn ? children : <GuestState title={title} text={login} icon={icon} />}</div>
    </Screen>
  )
}

interface GuestStateProps {
  title: string
  text: string
  /** Icon name; a drawing by default. */
  icon?: string | undefined
}

/** Asks guests to log in or register. Both lead back here. */
export const GuestState = ({ title, text, icon }: GuestStateProps) => (
  <StateMessage title={title} text={text} picture={icon === undefined ? 'empty' : <IconDisc icon={icon} size={88} />}>
    <ButtonLink kind="accent" href={paths.login()} onClick={returnHereAfterLogin}>
      {t('login_needed.login')}
    </ButtonLink>
    <ButtonLink href={paths.register()} onClick={returnHereAfterLogin}>
      {t('login_needed.register')}
    </ButtonLink>
  </StateMessage>
)
