import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import css from './site.module.css'
import { t } from './texts.ts'
import type { Draft } from './useDraft.ts'

interface OutdatedDraftNoticeProps {
  draft: Pick<Draft<object>, 'restart' | 'keepTyped'>
  /** Called after either choice. */
  onChoose: () => void
}

/** Asks whether to keep the typed values after another operator's change. */
export const OutdatedDraftNotice = ({ draft: { restart, keepTyped }, onChoose }: OutdatedDraftNoticeProps) => (
  <Alert>
    <p>{t('behind.text')}</p>
    <div className={css.choice}>
      <Button
        size="s"
        kind="line"
        onClick={() => {
          keepTyped()
          onChoose()
        }}
      >
        {t('behind.keep')}
      </Button>
      <Button
        size="s"
        kind="line"
        onClick={() => {
          restart()
          onChoose()
        }}
      >
        {t('behind.restart')}
      </Button>
    </div>
  </Alert>
)
