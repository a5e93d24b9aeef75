import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { lockSimple } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { packagesContract } from '../contract.ts'
import css from './Packages.module.css'
import { PackagesSkeleton } from './PackagesScreen.tsx'
import { t } from './texts.ts'
import { TierCard } from './TierCard.tsx'

/** The wallet's tab with the user's packages. */
export function OwnPackages() {
  const read = useRead(packagesContract.listTiers, {})
  const others = (
    <ButtonLink kind="accent" href={paths.tiers()}>
      {t('others')}
    </ButtonLink>
  )
  return (
    <section className={css.package} aria-label={t('mine.title')}>
      <LoadedContent read={read} failed={t('failed')} skeleton={<PackagesSkeleton />}>
        {(tiers) => {
          const ownPackages = tiers.filter((tier) => tier.is_subscribed)
          return ownPackages.length === 0 ? (
            <StateMessage title={t('mine.none')} text={t('mine.none_text')} picture={<IconDisc icon={lockSimple} size={88} />}>
              {others}
            </StateMessage>
          ) : (
            <ul className={css.levels}>
              {ownPackages.map((tier) => (
                <TierCard key={tier.id} tier={tier} />
              ))}
            </ul>
          )
        }}
      </LoadedContent>
    </section>
  )
}
