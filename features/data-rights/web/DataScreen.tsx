import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import css from './DataScreen.module.css'
import { DeletionPart } from './DeletionPart.tsx'
import { ExportPart } from './ExportPart.tsx'
import { ImportPart } from './ImportPart.tsx'
import { t } from './texts.ts'

/** What is kept of one: to get it, to bring more, to have it deleted. Mails lead here. */
export function DataScreen() {
  const signedIn = useSignedIn()
  return (
    <Screen title={t('data.title')} back={paths.settings()}>
      {signedIn ? (
        <div className={css.page}>
          <ExportPart />
          <ImportPart />
          <DeletionPart />
        </div>
      ) : (
        <State title={t('data.title')} text={t('data.login')}>
          <ButtonLink kind="accent" href={paths.login()}>
            {t('data.to_login')}
          </ButtonLink>
        </State>
      )}
    </Screen>
  )
}
