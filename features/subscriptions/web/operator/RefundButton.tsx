import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t } from '../texts.ts'

/** Refunds a purchase, from its row in the ledger. */
export const RefundButton = ({ subject: purchase }: { subject: SubjectOf<'purchase'> }) => (
  <Button
    size="s"
    aria-label={t('refund.title', { name: purchase.name })}
    onClick={() => void openDialog(() => import('./RefundPurchaseDialog.tsx').then((module) => module.RefundPurchaseDialog), { purchase })}
  >
    {t('refund.name')}
  </Button>
)
