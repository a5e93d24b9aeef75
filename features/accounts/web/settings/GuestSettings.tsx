import { ButtonLink } from '#ui/Button.tsx'
import { signIn, userFill } from '#ui/icons.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { t } from '../texts.ts'
import { CommonRows } from './CommonRows.tsx'
import css from './settings.module.css'

/** Settings for guests: login, registration, and what needs no account. */
export const GuestSettings = () => (
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
      <CommonRows />
    </div>
  </Screen>
)
