import { Button } from '#ui/Button.tsx'
import { arrowClockwise } from '#ui/icons.ts'
import { State } from '#ui/State.tsx'
import { paths } from '../paths.ts'
import { t } from '../texts.ts'
import { Screen } from './Screen.tsx'

/** A screen whose code did not come, or that broke. */
export const FailedScreen = ({ error }: { error: unknown }) => (
  <Screen title={t('failed.title')} heading="page" back={paths.home()}>
    <State level={1} picture="error" title={t('failed.title')} text={error instanceof Error ? error.message : String(error)}>
      <Button kind="accent" icon={arrowClockwise} onClick={() => location.reload()}>
        {t('failed.again')}
      </Button>
    </State>
  </Screen>
)
