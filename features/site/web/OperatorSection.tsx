import { gearSix, notebook, playlist, prohibit } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection as Section } from '#features/accounts/web/OperatorSection.tsx'
import { t } from './texts.ts'

/** Sections of the console. */
export const OperatorSection = () => (
  <>
    <Section path={latePaths.operatorPages()} group="content" icon={notebook} title={t('section.pages')} />
    <Section path={latePaths.operatorChannels()} group="content" icon={playlist} title={t('section.channels')} />
    <Section path={latePaths.operatorNames()} group="content" icon={prohibit} title={t('section.names')} />
    <Section path={latePaths.operatorSettings()} group="site" icon={gearSix} title={t('section.settings')} />
  </>
)
