import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { bell } from '#ui/icons.ts'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { NotificationList, SettingsLink } from './NotificationList.tsx'
import css from './NotificationsScreen.module.css'
import { t } from './texts.ts'

/** All that one was told. */
export function NotificationsScreen() {
  const signedIn = useSignedIn()
  return (
    <Screen title={t('list.title')} back={paths.settings()} aside={signedIn && <SettingsLink />}>
      <div className={css.page}>
        {signedIn ? (
          <NotificationList />
        ) : (
          <State title={t('list.title')} text={t('list.login')} picture={<IconDisc icon={bell} size={88} />}>
            <ButtonLink kind="accent" href={paths.login()}>
              {t('list.to_login')}
            </ButtonLink>
          </State>
        )}
      </div>
    </Screen>
  )
}
