import { useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { go, pageHistory } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { performAction } from '#shell/perform-action.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { subscriptionsContract } from '../contract.ts'
import { discardPurchase, readPurchase } from './stored-purchase.ts'
import { t } from './texts.ts'

/**
 * After a payment that added balance: returns to the page on which the purchase began, and reopens the purchase's dialog. Without a
 * purchase, leads to the packages whose subscriptions recently ended for lack of balance.
 */
export function ContinuePurchase() {
  const [hasPurchase] = useState(() => readPurchase() !== undefined)
  return hasPurchase ? <KeptPurchaseButton label="continue" /> : <LapsedSubscriptions />
}
/** Like {@link ContinuePurchase}, after a payment that failed or expired. */
export const RetryPurchase = () => <KeptPurchaseButton label="retry" />

function LapsedSubscriptions() {
  const { data } = useRead(subscriptionsContract.getSubscriptions, {})
  const lapsed = data?.filter(({ is_lapsed: isLapsed, is_archived: isArchived }) => isLapsed && !isArchived) ?? []
  return lapsed.map(({ id, tier_id: tier, tier_name: name }) => (
    <p key={id}>
      <ButtonLink kind="accent" href={paths.tiers({ tier })}>
        {t('list.resume_named', { name })}
      </ButtonLink>
    </p>
  ))
}

function KeptPurchaseButton({ label }: { label: 'continue' | 'retry' }) {
  const [purchase, setPurchase] = useState(readPurchase)
  const { data: tier } = useRead(packagesContract.getTier, { params: { id: purchase?.tierId ?? '' } }, { enabled: purchase !== undefined })
  if (!purchase || !tier || tier.is_subscribed || tier.is_archived) return null
  const { id, name, price } = tier
  const buy = () => {
    discardPurchase()
    setPurchase(undefined)
    runAtAddress(purchase.address, () => {
      void performAction('tier.subscribe', { ...tierSubject({ id, name, price }), couponCode: purchase.couponCode })
    })
  }
  return (
    <p>
      <Button kind="accent" onClick={buy}>
        {t(`buy.${label}`, { name })}
      </Button>
    </p>
  )
}

/**
 * Replaces the page, so that Back doesn't lead to the payment, then runs `act`. `act` opens a dialog, which a later change of page would
 * close.
 */
function runAtAddress(address: string, act: () => void) {
  const isOnPage = () => pageHistory.get().path + pageHistory.get().search === address
  if (isOnPage()) return act()
  const stop = pageHistory.subscribe(() => {
    if (!isOnPage()) return
    stop()
    act()
  })
  go(address, { replace: true })
}
