import { Suspense } from 'react'
import { useRead } from '#kit/web/read.ts'
import { dragging } from '#ui/drag/surface.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { lazily } from '#ui/lazily.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { lockSimple } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { appSubject } from '#shell/subjects.ts'
import { packagesContract } from '../contract.ts'
import { packageBar } from './elements.ts'
import css from './Packages.module.css'
import { groupIntoSections } from './package-sections.ts'
import { t } from './texts.ts'
import { TierCard } from './TierCard.tsx'
import { TierDial } from './TierDial.tsx'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Notes above the packages. */
    'packages.note': 'app'
  }
}

/** All packages. The levels of a package, which are tiers with its name, are side by side. */
export function PackagesScreen() {
  const read = useRead(packagesContract.listTiers, {})
  return (
    <Screen title={t('title')} back={paths.channels()} dial={<PackagesNavigation />} busy={read.isPending}>
      <div className={css.page}>
        <Slot name="packages.note" subject={appSubject} />
        <LoadedContent read={read} failed={t('failed')} skeleton={<PackagesSkeleton />}>
          {(tiers) =>
            tiers.length === 0 ? (
              <StateMessage title={t('none')} text={t('none_text')} picture={<IconDisc icon={lockSimple} size={88} />}>
                <ButtonLink kind="accent" href={paths.channels()}>
                  {t('channels')}
                </ButtonLink>
              </StateMessage>
            ) : (
              groupIntoSections(tiers).map(({ name, levels }) => (
                <section key={name ?? levels[0]?.id} className={css.package} aria-label={name}>
                  {name !== undefined && <h2 className={css.title}>{name}</h2>}
                  <ul className={css.levels}>
                    {levels.map((tier) => (
                      <TierCard key={tier.id} tier={tier} Heading={name === undefined ? 'h2' : 'h3'} />
                    ))}
                  </ul>
                </section>
              ))
            )
          }
        </LoadedContent>
      </div>
    </Screen>
  )
}

// Loads only for users, because guests can't drag.
const OwnBar = lazily(() => import('#features/arranging/web/home/OwnHome.tsx').then((module) => module.OwnBar))
const barRef = packageBar.ref(undefined)

/** The dial of packages. During the drag of a package, the user's bar is shown instead, so that the package can be dropped there. */
function PackagesNavigation() {
  const dial = <TierDial />
  return dragging.use() ? (
    <Suspense fallback={dial}>
      <div ref={barRef} className={css.bar}>
        <OwnBar />
      </div>
    </Suspense>
  ) : (
    dial
  )
}

export const PackagesSkeleton = () => (
  <Skeleton label={t('loading')}>
    <SkeletonBlock height={240} shape="card" />
    <SkeletonBlock height={240} shape="card" />
  </Skeleton>
)
