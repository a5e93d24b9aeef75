import type { MouseEvent, ReactNode } from 'react'
import { Disc } from '#ui/Disc.tsx'
import { LinkLine } from '#ui/LinkLine.tsx'
import { isPlainClick } from '#shell/links.ts'
import { paths } from '#shell/paths.ts'
import { LockMark } from '#features/channels/web/LockMark.tsx'
import { subscribeToTier } from '#features/channels/web/tiers.ts'
import type { Tier } from '../contract.ts'
import css from './Packages.module.css'
import { t } from './texts.ts'

interface TierItemsProps {
  tier: Tier
  /** Maximum number of items of each kind. */
  maxItems?: number
  Heading: 'h2' | 'h3' | 'h4'
}

/** The TV channels and playlists of a tier. Pressing a locked item opens the dialog that buys the tier. */
export function TierItems({ tier, maxItems = Infinity, Heading }: TierItemsProps) {
  const buyIfLocked = (isLocked: boolean) => (event: MouseEvent) => {
    if (!isLocked || tier.is_archived || !isPlainClick(event) || !(event.target as Element).closest('a')) return
    event.preventDefault()
    void subscribeToTier(tier)
  }
  return (
    <>
      <ItemList Heading={Heading} title={t('channels')} items={tier.channels.slice(0, maxItems)}>
        {({ id, name, logoId, is_locked: isLocked }) => (
          <li key={id} onClickCapture={buyIfLocked(isLocked)}>
            <LinkLine
              picture={<Disc id={id} name={name} picture={logoId} size={44} />}
              name={name}
              href={paths.tiers({ channel: id })}
              mark={isLocked && <LockMark />}
            />
          </li>
        )}
      </ItemList>
      <ItemList Heading={Heading} title={t('playlists')} items={tier.playlists.slice(0, maxItems)}>
        {({ id, name, icon, is_locked: isLocked }) => (
          <li key={id} onClickCapture={buyIfLocked(isLocked)}>
            <LinkLine
              picture={<Disc id={id} name={name} picture={icon} size={44} />}
              name={name}
              href={paths.playlists({ playlist: id })}
              mark={isLocked && <LockMark />}
            />
          </li>
        )}
      </ItemList>
    </>
  )
}

interface ItemListProps<T> {
  Heading: 'h2' | 'h3' | 'h4'
  title: string
  items: readonly T[]
  children: (item: T) => ReactNode
}

const ItemList = <T,>({ Heading, title, items, children }: ItemListProps<T>) =>
  items.length === 0 ? null : (
    <div>
      <Heading className={css.kind}>{title}</Heading>
      <ul className={css.items}>{items.map(children)}</ul>
    </div>
  )
