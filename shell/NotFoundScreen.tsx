import { ButtonLink } from '#ui/Button.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from './paths.ts'
import { t } from './texts.ts'
import { Screen } from './Screen.tsx'

export const NotFoundScreen = () => (
  <Screen title={t('not_found.title')} heading="page" back={paths.home()}>
    <StateMessage level={1} picture="error" title={t('not_found.title')} text={t('not_found.text')}>
      <ButtonLink kind="accent" href={paths.channels()}>
        {t('not_found.action')}
      </ButtonLink>
    </StateMessage>
  </Screen>
)
