import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useChange } from '#kit/web/change.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { confirm } from '#ui/confirm.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { trash } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { type Coupon, subscriptionsContract } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'

interface CouponRowProps {
  coupon: Coupon
  /** Undefined if the coupon is for all packages, or while the name loads. */
  tierName: string | undefined
}

/** Returns the last valid day. An expiry by date is stored as the midnight after that date. */
const lastDay = (expiresAt: string) => formatDay(new Date(Date.parse(expiresAt) - 1).toISOString())

export function CouponRow({ coupon, tierName }: CouponRowProps) {
  const { id, code, percent, amount, tier_id: tierId, expires_at: expiresAt, batch, redeemed_at: redeemedAt } = coupon
  const remove = useChange(subscriptionsContract.deleteCoupon)
  const details = [
    percent === null ? amount !== null && formatMoney(amount) : t('coupons.percent_off', { percent }),
    tierId === null ? t('coupons.all_packages') : (tierName ?? tierId),
    expiresAt !== null && t('coupons.until', { date: lastDay(expiresAt) }),
    batch !== null && t('coupons.of_batch', { batch }),
  ]
  async function confirmAndDelete() {
    const question = { title: t('coupons.delete_question', { code }), text: t('coupons.delete_text'), action: t('coupons.delete') }
    if (!(await confirm(question))) return
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => toast(t('coupons.deleted', { code })),
        onError: ({ message }) => toast(message, { warning: true }),
      },
    )
  }
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.code}>{code}</span>
        <span className={css.quiet}>{joinWithDots(details)}</span>
        {redeemedAt !== null && <Redemption at={redeemedAt} by={coupon.redeemed_by} />}
      </div>
      {redeemedAt === null && (
        <IconButton icon={trash} label={t('coupons.delete_named', { code })} onClick={() => void confirmAndDelete()} />
      )}
    </li>
  )
}

const Redemption = ({ at, by }: { at: string; by: Coupon['redeemed_by'] }) => (
  <span className={css.quiet}>
    {t('coupons.redeemed', { date: formatDay(at) })}
    {' · '}
    {by === null ? t('coupons.deleted_user') : <a href={paths.settings({ user: by.id })}>{by.nickname ?? t('coupons.unnamed')}</a>}
  </span>
)
