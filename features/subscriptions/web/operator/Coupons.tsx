import { useState } from 'react'
import { usePages, useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { plus } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useDebounced } from '#ui/useDebounced.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { packagesContract } from '#features/packages/contract.ts'
import { subscriptionsContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { CouponRow } from './CouponRow.tsx'
import css from './operator.module.css'

const searchDelayMs = 250
const couponFilters = ['all', 'unused', 'redeemed'] as const

const openNewCouponDialog = () => void openDialog(() => import('./NewCouponDialog.tsx').then((module) => module.NewCouponDialog), {})

async function openNewBatchDialog() {
  const batch = await openDialog(() => import('./NewBatchDialog.tsx').then((module) => module.NewBatchDialog), {})
  if (batch) await openDialog(() => import('./CodesDialog.tsx').then((module) => module.CodesDialog), batch)
}

/** All coupons, with filters. */
export function Coupons() {
  const [code, setCode] = useState('')
  const [batch, setBatch] = useState('')
  const [use, setUse] = useState<(typeof couponFilters)[number]>('all')
  const filter = { query: useDebounced(code.trim(), searchDelayMs), batch: useDebounced(batch.trim(), searchDelayMs) }
  const query = {
    ...(filter.query && { query: filter.query }),
    ...(filter.batch && { batch: filter.batch }),
    ...(use !== 'all' && { redeemed: use === 'redeemed' }),
  }
  const pages = usePages(subscriptionsContract.listCoupons, { query })
  const tiers = useRead(packagesContract.listOperatorTiers, {})
  const clear = () => {
    setCode('')
    setBatch('')
    setUse('all')
  }
  const isFiltered = Object.keys(query).length > 0
  return (
    <section aria-labelledby="coupons" className={css.section}>
      <div className={css.head}>
        <h2 id="coupons" className={css.title}>
          {t('coupons.list')}
        </h2>
        <div className={css.buttons}>
          <Button size="s" icon={plus} onClick={openNewCouponDialog}>
            {t('coupons.add')}
          </Button>
          <Button size="s" icon={plus} onClick={() => void openNewBatchDialog()}>
            {t('coupons.add_batch')}
          </Button>
        </div>
      </div>
      <div className={css.filters}>
        <Field label={t('coupons.find_code')}>
          <TextInput value={code} maxLength={100} autoComplete="off" onChange={(event) => setCode(event.currentTarget.value)} />
        </Field>
        <Field label={t('coupons.find_batch')}>
          <TextInput value={batch} maxLength={100} autoComplete="off" onChange={(event) => setBatch(event.currentTarget.value)} />
        </Field>
      </div>
      <SegmentedControl
        label={t('coupons.show')}
        options={couponFilters.map((value) => ({ value, name: t(`coupons.uses.${value}`) }))}
        value={use}
        onChange={setUse}
      />
      <LoadedContent
        read={{ ...pages, data: pages.items }}
        failed={t('coupons.failed')}
        skeleton={<ListSkeleton label={t('coupons.loading')} rows={1} height={200} />}
      >
        {(items) =>
          items.length === 0 ? (
            isFiltered ? (
              <StateMessage title={t('coupons.none_found')} text={t('coupons.none_found_text')} picture="none">
                <Button kind="accent" onClick={clear}>
                  {t('coupons.clear')}
                </Button>
              </StateMessage>
            ) : (
              <StateMessage title={t('coupons.none')} text={t('coupons.none_text')} onAdd={openNewCouponDialog}>
                <Button kind="accent" icon={plus} onClick={openNewCouponDialog}>
                  {t('coupons.add')}
                </Button>
              </StateMessage>
            )
          ) : (
            <>
              <ul>
                {items.map((coupon) => (
                  <CouponRow key={coupon.id} coupon={coupon} tierName={tiers.data?.find(({ id }) => id === coupon.tier_id)?.name} />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('coupons.loading')} rows={1} height={200} />} />
            </>
          )
        }
      </LoadedContent>
    </section>
  )
}
