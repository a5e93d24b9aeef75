import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { linkSimple, rows, shareNetwork } from '#ui/icons.ts'
import { makeChannel } from '../open.ts'
import { t } from '../texts.ts'
import css from './HowItWorksDialog.module.css'

const steps = [
  { icon: linkSimple, name: 'paste' },
  { icon: rows, name: 'arrange' },
  { icon: shareNetwork, name: 'share' },
] as const

/** The product in three steps. */
export function HowItWorksDialog({ close }: Closing) {
  return (
    <Dialog title={t('how.title')}>
      <ol className={css.steps}>
        {steps.map(({ icon, name }) => (
          <li key={name} className={css.step}>
            <span className={css.mark}>
              <Icon of={icon} />
            </span>
            <div>
              <h3>{t(`how.${name}.title`)}</h3>
              <p className={css.text}>{t(`how.${name}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button
          kind="accent"
          wide
          onClick={() => {
            close()
            makeChannel()
          }}
        >
          {t('welcome.make')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
