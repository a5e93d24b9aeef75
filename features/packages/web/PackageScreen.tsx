import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { packagesContract } from '../contract.ts'
import css from './Packages.module.css'
import { PackagesSkeleton } from './PackagesScreen.tsx'
import { t } from './texts.ts'
import { subjectOfTier } from './tier-subject.ts'
import { TierButtons } from './TierButtons.tsx'
import { itemCountsText } from './TierCard.tsx'
import { TierDial } from './TierDial.tsx'
import { TierItems } from './TierItems.tsx'
import { TierState } from './TierState.tsx'

/** A tier with all its TV channels and playlists. */
export function PackageScreen({ id }: { id: string }) {
  const read = useRead(packagesContract.getTier, { params: { id } })
  const others = (
    <ButtonLink href={paths.tiers()} kind="quiet">
      {t('others')}
    </ButtonLink>
  )
  return (
    <Screen
      title={read.data?.name ?? t('title')}
      back={paths.tiers()}
      dial={<TierDial current={id} />}
      subject={read.data && subjectOfTier(read.data)}
      busy={read.isPending}
    >
      <div className={cx(css.page, css.wide)}>
        {read.error?.status === 404 ? (
          <StateMessage title={t('missing')} text={t('missing_text')} picture="error">
            {others}
          </StateMessage>
        ) : (
          <LoadedContent read={read} failed={t('failed_one')} skeleton={<PackagesSkeleton />} fallback={others}>
            {(tier) => (
              <>
                <section className={cx(css.card, css.summary)} aria-label={tier.name}>
                  <div className={css.head}>
                    <Disc id={tier.id} name={tier.name} picture={tier.icon} size={88} eager />
                    <div>
                      <TierState tier={tier} />
                      <p className={css.quiet}>{itemCountsText(tier)}</p>
                    </div>
                  </div>
                  {tier.description && <p>{tier.description}</p>}
                  <TierButtons tier={tier} />
                </section>
                <div className={css.kinds}>
                  <TierItems tier={tier} Heading="h2" />
                </div>
              </>
            )}
          </LoadedContent>
        )}
      </div>
    </Screen>
  )
}
