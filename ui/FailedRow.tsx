import { Button } from './Button.tsx'
import css from './FailedRow.module.css'
import { arrowClockwise } from './icons.ts'
import { t } from './texts.ts'

/** A one-line error for a part of a page that failed to load. */
export const FailedRow = ({ message, onAgain }: { message: string; onAgain: () => void }) => (
  <div className={css.row} role="alert">
    <p>{message}</p>
    <Button kind="line" size="s" icon={arrowClockwise} onClick={onAgain}>
      {t('error.again')}
    </Button>
  </div>
)
