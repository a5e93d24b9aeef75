import { ButtonLink } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { paths } from '#shell/paths.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { Tier } from '../contract.ts'
import { packageDisc } from './elements.ts'
import css from './Packages.module.css'
import { t } from './texts.ts'
import { subjectOfTier } from './tier-subject.ts'
import { TierButtons } from './TierButtons.tsx'
import { TierItems } from './TierItems.tsx'
import { TierState } from './TierState.tsx'

const discRef = packageDisc.ref(undefined)

/** Items of each kind on a card. */
const shownItems = 6

/** A tier in the list of packages. @param Heading heading level: `h2` if the list has no heading */
export function TierCard({ tier, Heading = 'h3' }: { tier: Tier; Heading?: 'h2' | 'h3' }) {
  const { id, name, description, icon } = tier
  const { ref, menu } = useSubjectMenu('tier')(subjectOfTier(tier))
  return (
    <li ref={ref} className={css.card}>
      <div className={css.about}>
        <div className={css.head}>
          <span ref={discRef}>
            <Disc id={id} name={name} picture={icon} />
          </span>
          <Heading className={css.name}>
            <a href={paths.tiers({ tier: id })}>{name}</a>
          </Heading>
          {menu && <MenuButton label={t('menu', { name })} menu={menu} />}
        </div>
        {description && <p>{description}</p>}
        <TierState tier={tier} />
        <TierButtons tier={tier} />
        <p className={css.quiet}>{itemCountsText(tier)}</p>
      </div>
      <div className={css.about}>
        <TierItems tier={tier} maxItems={shownItems} Heading={Heading === 'h2' ? 'h3' : 'h4'} />
        {(tier.channels_count > shownItems || tier.playlists_count > shownItems) && (
          <ButtonLink kind="text" size="s" href={paths.tiers({ tier: id })}>
            {t('all', { name })}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

export const itemCountsText = ({ channels_count: channels, playlists_count: playlists }: Tier): string =>
  [
    ...(channels > 0 ? [t('contains.channels', { count: channels })] : []),
    ...(playlists > 0 ? [t('contains.playlists', { count: playlists })] : []),
  ].join(' · ')
