import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { RadioList } from '#ui/choices.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { useDebounced } from '#ui/useDebounced.ts'
import type { TierName } from '#features/channels/contract/tiles.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { hasFreeAccess } from '#features/packages/web/has-free-access.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { openAddBalance } from '#features/wallet/web/add-balance.ts'
import { downloadReceipt } from '#features/wallet/web/receipts.ts'
import { subscriptionsContract } from '../contract.ts'
import css from './BuyDialog.module.css'
import { storePurchase } from './stored-purchase.ts'
import { t } from './texts.ts'

/** A code is checked this long after the last key press. */
const checkAfterMs = 400

interface BuyDialogProps extends CloseProps {
  /** Packages to choose from. At least one. */
  tiers: readonly TierName[]
  couponCode?: string | undefined
}

/** Subscribes to a package, with an optional discount code. The first month is paid from the wallet. */
export function BuyDialog({ tiers, couponCode = '', close }: BuyDialogProps) {
  const [chosen, setChosen] = useState(tiers[0]!.id)
  const tier = tiers.find(({ id }) => id === chosen)!
  const client = useQueryClient()
  const buy = useChange(subscriptionsContract.subscribe)
  const wallet = useRead(walletContract.getWallet, {})
  const [typed, setTyped] = useState(couponCode)
  const code = typed.trim()
  const coupon = useCoupon(tier.id, code)
  const { message, fields } = formErrors(buy.error, ['coupon_code'])

  const fullTier = useRead(packagesContract.getTier, { params: { id: tier.id } })
  // If the price has changed, the user must confirm the new price.
  const newPrice = buy.error?.body.code === 'price_changed' ? fullTier.data?.price : undefined
  const monthlyPrice = coupon.monthlyPrice ?? newPrice ?? tier.price
  const price = coupon.price ?? monthlyPrice
  const debt = wallet.data && wallet.data.debt !== '0.00' ? wallet.data.debt : undefined
  const isShort = wallet.data !== undefined && Number(price) > Number(wallet.data.balance)
  const needsBalance = isShort || debt !== undefined

  const finish = useCallback(
    (text: string, transactionId: string | null) => {
      close()
      toast(text, transactionId === null ? {} : { action: { name: t('buy.receipt'), perform: () => void downloadReceipt(transactionId) } })
      // Reads everything again, because the package may unlock anything on the page.
      void client.invalidateQueries()
    },
    [close, client],
  )
  // After a lost response, the package that is read again shows that it was bought.
  const isBought = buy.isError && fullTier.data?.is_subscribed === true
  useEffect(() => {
    if (isBought) finish(t('buy.done', { name: tier.name }), null)
  }, [isBought, finish, tier.name])

  const send = () =>
    buy.mutate(
      { body: { tier_id: tier.id, price: monthlyPrice, ...(code && { coupon_code: code, first_price: price }) } },
      {
        onSuccess: ({ transaction_id: transactionId }) => finish(t('buy.done', { name: tier.name }), transactionId),
        onError: (error) => {
          if (error.body.code === 'already_subscribed') finish(error.message, null)
          // Reads everything again, because the price may be outdated or the code used.
          else void client.invalidateQueries()
        },
      },
    )
  return (
    <FormDialog
      title={t('buy.title', { name: tier.name })}
      text={t('buy.text', { price: formatMoney(monthlyPrice) })}
      width="s"
      submit={t('buy.submit')}
      onSubmit={send}
      busy={buy.isPending}
      disabled={needsBalance || wallet.data === undefined || (code !== '' && coupon.price === undefined)}
      error={message}
      unsaved={false}
      cancel={t('buy.cancel')}
    >
      {tiers.length > 1 && (
        <RadioList
          label={t('buy.package')}
          options={tiers.map(({ id, name, price: monthly }) => ({
            value: id,
            name: t('buy.choice', { name, price: formatMoney(monthly) }),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      {fullTier.data && hasFreeAccess(fullTier.data) && <Alert kind="note">{t('buy.open_already')}</Alert>}
      <Field
        className={css.code}
        label={t('buy.coupon')}
        help={t(coupon.discount === undefined ? 'buy.coupon_help' : 'buy.coupon_applied')}
        error={fields['coupon_code']}
        wrong={coupon.error}
      >
        <TextInput
          name="coupon_code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      <output className={css.sums}>
        <span className={css.discount}>
          {coupon.isChecking && t('buy.checking')}
          {coupon.discount !== undefined && t('buy.discount', { amount: formatMoney(coupon.discount) })}
        </span>
        <strong>{t('buy.price', { amount: formatMoney(price) })}</strong>
        {wallet.data && <span>{t('buy.balance', { amount: formatMoney(wallet.data.balance) })}</span>}
        {debt !== undefined ? (
          <span className={css.short}>{t('buy.debt', { amount: formatMoney(debt) })}</span>
        ) : (
          isShort && <span className={css.short}>{t('buy.short')}</span>
        )}
      </output>
      {!wallet.data && wallet.error && <FailedRow message={t('buy.failed')} onAgain={() => void wallet.refetch()} />}
      {needsBalance && wallet.data?.top_ups !== 'off' && (
        <Button kind="accent" onClick={() => void storePurchase({ tierId: tier.id, couponCode: code }, openAddBalance)}>
          {t('buy.add')}
        </Button>
      )}
    </FormDialog>
  )
}

interface CheckedCoupon {
  isChecking?: boolean
  /** The price to pay now. */
  price?: string
  monthlyPrice?: string
  discount?: string
  error?: string | undefined
}

/** Checks a discount code when the user pauses typing. Ignores responses about earlier codes. */
function useCoupon(tierId: string, code: string): CheckedCoupon {
  const debouncedCode = useDebounced(code, checkAfterMs)
  const { data, error } = useRead(
    subscriptionsContract.getSalePrice,
    { query: { tier_id: tierId, coupon_code: debouncedCode } },
    { enabled: debouncedCode !== '' && debouncedCode === code },
  )
  if (code === '') return {}
  if (debouncedCode !== code || (!data && !error)) return { isChecking: true }
  if (error) return { error: error.body.errors['coupon_code']?.[0] ?? error.message }
  return data ? { price: data.tier_price, monthlyPrice: data.price, discount: data.discount } : {}
}
