import type { ReactNode } from 'react'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { brand } from '#kit/contract/brand.ts'
import type { Language } from '#kit/contract/texts.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import {
  clipboardText,
  devices,
  eye,
  eyeSlash,
  info,
  key,
  moon,
  pencilSimple,
  shieldCheck,
  signOut,
  televisionSimple,
  translate,
} from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { RowButton, RowLink, RowSetting, Rows } from '#ui/Rows.tsx'
import { CarouselPlaceholder, Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { Switch } from '#ui/toggles.tsx'
import { listStoredCalls } from '#kit/web/stored-calls.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { switchLanguage } from '#shell/switch-language.ts'
import { useGo } from '#shell/navigation.ts'
import { useWideWindow } from '#shell/useWideWindow.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { appSubject, viewSubject } from '#shell/subjects.ts'
import { LanguageChoice, ThemeChoice } from '#shell/preferences.tsx'
import { accountsContract } from '../../contract.ts'
import type { Profile } from '../../shapes.ts'
import { openForgotPassword } from '../password/forgot.ts'
import { logOut } from '../session.ts'
import { t } from '../texts.ts'
import { accountsErrors } from '../../errors.ts'
import css from './settings.module.css'

declare module '#shell/slots.ts' {
  interface Slots {
    /** A row in the account settings. */
    'settings.account': 'app'
    /** A setting of this browser, below its language and theme. */
    'settings.browser': 'app'
    /** Stops of the bar above the settings. */
    'settings.dial': 'app'
  }
}

/** The page waits this long in ms until a chosen language is stored. */
const storingMs = 1500

/** The user's profile and all settings. */
export function UserSettings() {
  const profile = useRead(accountsContract.getProfile, {})
  const isWide = useWideWindow()
  const go = useGo()
  const change = useChange(accountsContract.updateProfile)
  return (
    <Screen
      title={t('settings.title')}
      light={profile.data && { id: profile.data.id, picture: profile.data.profile_picture }}
      dial={
        <div className={css.dial}>
          <Slot name="settings.dial" subject={appSubject} />
        </div>
      }
    >
      <RevealInOrder className={cx(css.column, isWide && css.beside)}>
        <LoadedContent read={profile} skeleton={<PersonSkeleton />} failed={t('settings.failed')}>
          {(person) => (
            <>
              <div className={css.explained}>
                <Slot name="screen.explanation" subject={viewSubject('user')} coming={<CarouselPlaceholder />} />
              </div>
              <Person person={person} isWide={isWide} onReset={() => go(paths.login())} />
            </>
          )}
        </LoadedContent>
        <CommonSettings
          onLanguage={(language) => {
            // Stores the language in the profile too, for emails. The page switches even if the server doesn't answer.
            const stored = change.mutateAsync({ body: { language } }).catch(() => undefined)
            void Promise.race([stored, new Promise((resolve) => setTimeout(resolve, storingMs))]).then(() => switchLanguage(language))
          }}
        >
          <Slot name="settings.browser" subject={appSubject} coming={<div className={css.coming} />} />
        </CommonSettings>
        <Button
          wide
          icon={signOut}
          onClick={() => void confirmLogOut().then((isConfirmed) => isConfirmed && (logOut(), go(paths.login())))}
        >
          {t('settings.log_out')}
        </Button>
      </RevealInOrder>
    </Screen>
  )
}

const changePassword = (onForgot: () => void) =>
  void openDialog(() => import('../password/ChangePasswordDialog.tsx').then((module) => module.ChangePasswordDialog), { onForgot })
const showSessions = () => void openDialog(() => import('./SessionsDialog.tsx').then((module) => module.SessionsDialog), {})

/** @param isWide whether the rail beside the profile lists the other settings */
const Person = ({ person, isWide, onReset }: { person: Profile; isWide: boolean; onReset: () => void }) => (
  <>
    <div className={css.person}>
      <Disc id={person.id} name={person.nickname ?? person.email} picture={person.profile_picture} size={88} eager />
      <div className={css.words}>
        <h2 className={css.name}>{person.nickname ?? t('settings.no_nickname')}</h2>
        <p className={css.quiet}>{person.email}</p>
      </div>
    </div>
    <Rows title={t('settings.account')}>
      <RowLink icon={pencilSimple} name={t('profile.title')} href={paths.settings({ view: 'editProfile' })} />
      <RowButton
        icon={key}
        name={t('password.change.title')}
        onClick={() => changePassword(() => void openForgotPassword('code', person.email).then((isSet) => isSet && onReset()))}
      />
      <RowButton icon={devices} name={t('sessions.title')} onClick={showSessions} />
      {person.is_public && person.nickname !== null && (
        <RowLink icon={eye} name={t('settings.public')} href={paths.settings({ user: person.id })} />
      )}
      <AdultSwitch profile={person} />
      {!isWide && <Slot name="settings.account" subject={appSubject} />}
    </Rows>
  </>
)

const PersonSkeleton = () => (
  <Skeleton label={t('settings.loading')}>
    <div className={css.comingPerson}>
      <div className={css.person}>
        <SkeletonBlock width={88} height={88} shape="round" />
        <div className={css.words}>
          <SkeletonBlock width={140} height={24} />
          <SkeletonBlock width={200} height={14} />
        </div>
      </div>
      <SkeletonBlock height={280} shape="card" />
    </div>
  </Skeleton>
)

/** Adult content: on with an emailed code, off immediately. */
function AdultSwitch({ profile }: { profile: Profile }) {
  const toggle = useChange(accountsContract.toggleAdultContent)
  const go = useGo()

  const press = () =>
    toggle.mutate(
      {},
      {
        onSuccess: ({ code_required: isMailed }) => {
          if (isMailed) void openDialog(() => import('./AdultDialog.tsx').then((module) => module.AdultDialog), { email: profile.email })
        },
        onError: ({ body: { code, message, errors } }) =>
          toast(Object.values(errors).flat()[0] ?? message, {
            warning: true,
            ...(code === accountsErrors.birthday_missing.code && {
              action: { name: t('profile.title'), perform: () => go(paths.settings({ view: 'editProfile' })) },
            }),
          }),
      },
    )

  return (
    <Switch
      icon={eyeSlash}
      label={t('adult.title')}
      detail={t('adult.detail')}
      checked={profile.adult_content}
      aria-busy={toggle.isPending}
      onChange={() => !toggle.isPending && press()}
    />
  )
}

interface CommonSettingsProps {
  onLanguage?: (language: Language) => void
  /** More settings of this browser. */
  children?: ReactNode
}

/** Settings for users and guests, and links to the policies. */
export const CommonSettings = ({ onLanguage, children }: CommonSettingsProps) => (
  <>
    <Rows title={t('settings.look')}>
      <RowSetting icon={translate} name={t('settings.language')}>
        <LanguageChoice {...(onLanguage && { onChange: onLanguage })} />
      </RowSetting>
      <RowSetting icon={moon} name={t('settings.theme')}>
        <ThemeChoice />
      </RowSetting>
      {children}
    </Rows>
    <Rows title={t('settings.about', { brand })}>
      <RowLink icon={televisionSimple} name={t('settings.what', { brand })} href={paths.settings({ view: 'home' })} />
      <RowLink icon={clipboardText} name={t('legal.terms')} href={paths.terms()} />
      <RowLink icon={shieldCheck} name={t('legal.privacy')} href={paths.privacy()} />
      <RowLink icon={info} name={t('legal.cookies')} href={paths.cookiesPolicy()} />
    </Rows>
  </>
)

/** Asks before logging out if moves wait for a connection, because logging out discards them. */
const confirmLogOut = async (): Promise<boolean> =>
  !listStoredCalls().some(({ refused }) => refused === undefined) ||
  confirm({ title: t('settings.log_out_waiting'), action: t('settings.log_out') })
