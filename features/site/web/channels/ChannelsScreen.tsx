import { ButtonLink } from '#ui/Button.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage, OperatorPageParts } from '#features/accounts/web/OperatorPage.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { DefaultChannels } from './DefaultChannels.tsx'
import { HomePreview } from './HomePreview.tsx'
import { Orphans } from './Orphans.tsx'
import { RemovalSection } from './RemovalSection.tsx'

/** Channels that everyone sees first, channels without an owner, and names and pictures that can be removed. */
export const ChannelsScreen = () => (
  <OperatorPage section={latePaths.operatorChannels()} title={t('section.channels')}>
    <OperatorPageParts>
      <DefaultChannels />
      <HomePreview />
      <Promotions />
      <Orphans />
      <RemovalSection />
    </OperatorPageParts>
  </OperatorPage>
)

/** Link to the promotions, which have their own screen. */
const Promotions = () => (
  <section className={css.card} aria-labelledby="promotions">
    <h2 id="promotions" className={css.title}>
      {t('defaults.promotions')}
    </h2>
    <p className={css.quiet}>{t('defaults.promotions_text')}</p>
    <div className={css.buttons}>
      <ButtonLink size="s" href={`${latePaths.operatorTv()}#promotions`}>
        {t('defaults.promotions_open')}
      </ButtonLink>
    </div>
  </section>
)
