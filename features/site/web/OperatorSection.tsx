import { gearSix, notebook, playlist, tag } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection as Section } from '#features/accounts/web/OperatorSection.tsx'
import { t } from './texts.ts'

/** Sections of the console. */
export const OperatorSection = () => (
  <>
    <Section path={latePaths.operatorPages()} icon={notebook} title={t('section.pages')} />
    <Section path={latePaths.operatorChannels()} icon={playlist} title={t('section.channels')} />
    <Section path={latePaths.operatorNames()} icon={tag} title={t('section.names')} />
    <Section path={latePaths.operatorSettings()} icon={gearSix} title={t('section.settings')} />
  </>
)
