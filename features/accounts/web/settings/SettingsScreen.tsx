import { type ComponentType, Suspense } from 'react'
import { lazily } from '#ui/lazily.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { signIn, userFill } from '#ui/icons.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { useSignedInOrTyping } from '#shell/useSignedInOrTyping.ts'
import { useMailedSecret, confirmationToken } from '../emailed-secret.ts'
import { WithPasswordReset } from '../password/WithPasswordReset.tsx'
import { t } from '../texts.ts'
import { UserSettings, CommonSettings } from './OwnSettings.tsx'
import css from './settings.module.css'

/** Settings for guests: login, registration, and the settings that need no account. */
const GuestSettings = ({ StartSwitch }: Pick<SettingsScreenProps, 'StartSwitch'>) => (
  <Screen title={t('settings.title')}>
    <div className={css.column}>
      <section className={css.welcome}>
        <IconDisc icon={userFill} size={88} />
        <h2 className={css.name}>{t('settings.guest.title')}</h2>
        <p className={css.quiet}>{t('settings.guest.text')}</p>
        <div className={css.actions}>
          <ButtonLink kind="accent" icon={signIn} href={paths.login()}>
            {t('settings.guest.login')}
          </ButtonLink>
          <ButtonLink href={paths.register()}>{t('settings.guest.register')}</ButtonLink>
        </div>
      </section>
      <CommonSettings>
        {/* A suspense boundary for these settings: without it, the whole screen suspends, while the user's settings stay mounted and refetch. */}
        <Suspense fallback={<div className={css.coming} />}>
          <StartSwitch />
        </Suspense>
      </CommonSettings>
    </div>
  </Screen>
)

const ConfirmScreen = lazily(() => import('./ConfirmScreen.tsx').then((module) => module.ConfirmScreen))
const EndSessionsScreen = lazily(() => import('./EndSessionsScreen.tsx').then((module) => module.EndSessionsScreen))
const EditProfileScreen = lazily(() => import('../profile/EditProfileScreen.tsx').then((module) => module.EditProfileScreen))
const PersonScreen = lazily(() => import('../profile/PersonScreen.tsx').then((module) => module.PersonScreen))

interface SettingsScreenProps {
  view?: string | undefined
  /** User id of a requested public profile. */
  user?: string | undefined
  /** URL from the confirmation email. */
  verify_url?: string | undefined
  /** Token of the email about a changed password. */
  end_sessions?: string | undefined
  /** Renders a user's channels on their profile. */
  PersonChannels: ComponentType<{ id: string }>
  /** The setting for the TV channel that plays on the home page. Only for guests, as users have the setting in a slot. */
  StartSwitch: ComponentType
}

/** Settings, or login links for guests. Mailed links lead here too. */
export function SettingsScreen({ view, user, verify_url: url, end_sessions: ending, PersonChannels, StartSwitch }: SettingsScreenProps) {
  const signedIn = useSignedInOrTyping()
  const confirming = confirmationToken(useMailedSecret({ verify_url: url }, ['verify_url'], paths.settings())?.verify_url)
  const ended = useMailedSecret({ end_sessions: ending }, ['end_sessions'], paths.settings())?.end_sessions
  const reset = useMailedSecret({}, ['email', 'token'], paths.settings())
  if (user !== undefined) return <PersonScreen id={user} Channels={PersonChannels} />
  if (confirming !== undefined) return <ConfirmScreen token={confirming} />
  if (ended !== undefined) return <EndSessionsScreen token={ended} />
  return (
    <WithPasswordReset reset={reset}>
      {!signedIn ? <GuestSettings StartSwitch={StartSwitch} /> : view === 'editProfile' ? <EditProfileScreen /> : <UserSettings />}
    </WithPasswordReset>
  )
}
