import { useState } from 'react'
import { useRead } from '#kit/web/use.ts'
import { Button } from '#ui/Button.tsx'
import { performAction } from '#shell/perform-action.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { dropPurchase, readPurchase } from './kept-purchase.ts'
import { t } from './texts.ts'

/** After a payment: reopens the dialog that buys the package for which balance was added. */
export function ContinuePurchase() {
  const [kept, setKept] = useState(readPurchase)
  const { data: tier } = useRead(packagesContract.getTier, { params: { id: kept?.tierId ?? '' } }, { enabled: kept !== undefined })
  if (!kept || !tier || tier.is_subscribed || tier.is_archived) return null
  const { id, name, price } = tier
  const buy = () => {
    dropPurchase()
    setKept(undefined)
    void performAction('tier.subscribe', { ...tierSubject({ id, name, price }), couponCode: kept.couponCode })
  }
  return (
    <p>
      <Button kind="accent" onClick={buy}>
        {t('buy.continue', { name })}
      </Button>
    </p>
  )
}
