import { useEffect, useEffectEvent, useRef } from 'react'
import { formatMoney } from '#kit/web/format-money.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import { lastClickedLink } from '#shell/links.ts'
import { paths } from '#shell/paths.ts'
import { useEntryState } from '#shell/router/RouterView.tsx'
import type { TierName } from '../contract/tiles.ts'
import css from './PackagePanel.module.css'
import { clickedVideos } from './clicked-videos.ts'
import { t } from './texts.ts'
import { subscribeToTier } from './tiers.ts'

interface PackagePanelProps {
  tiers: readonly TierName[]
  /** The locked item that the address asks to play. If set, the panel gets the focus. */
  requestedItem?: string | undefined
  /** Whether the panel is a card on its own line, above the buttons of a page. */
  onPage?: boolean
  /** The id of the locked thing, if the panel is on its page. A click on the thing's card then opens the purchase dialog immediately. */
  pageOf?: string | undefined
}

/** Whether the user came to this page by a click on the thing or its item, not by an address or Back. True once per click. */
function isLastClickOn(id: string, itemId: string | undefined): boolean {
  if (itemId !== undefined && clickedVideos.delete(itemId)) return true
  const { pathname, search, hash } = location
  if (lastClickedLink.href !== pathname + search + hash || !search.includes(id)) return false
  lastClickedLink.href = ''
  return true
}

/** The packages that open a locked thing, with a button to subscribe to each. */
export function PackagePanel({ tiers, requestedItem, onPage = false, pageOf }: PackagePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (requestedItem !== undefined) panel.current?.focus()
  }, [requestedItem])
  const buy = useEffectEvent(() => {
    const [first, ...others] = tiers
    if (pageOf !== undefined && isLastClickOn(pageOf, requestedItem) && first) void subscribeToTier(first, others)
  })
  // Makes the panel render with each navigation, even to the same address.
  useEntryState()
  useEffect(() => buy())
  return (
    <section ref={panel} tabIndex={-1} className={cx(css.panel, onPage && css.onPage)} aria-label={t('lock.tier_required')}>
      <p className={css.mark}>
        <Icon icon={lockSimple} size={14} /> {t('lock.tier_required')}
      </p>
      <p>{t('lock.text')}</p>
      <ul className={css.list}>
        {tiers.map((tier) => (
          <li key={tier.id} className={css.tier}>
            <a href={paths.tiers({ tier: tier.id })}>{tier.name}</a>
            <span>{t('lock.price', { price: formatMoney(tier.price) })}</span>
            <Button
              kind="accent"
              size="s"
              aria-label={t('lock.subscribe_to', { name: tier.name })}
              onClick={() => void subscribeToTier(tier)}
            >
              {t('lock.subscribe')}
            </Button>
          </li>
        ))}
      </ul>
      {tiers.length === 0 && (
        <ButtonLink size="s" href={paths.tiers()}>
          {t('lock.packages')}
        </ButtonLink>
      )}
    </section>
  )
}
