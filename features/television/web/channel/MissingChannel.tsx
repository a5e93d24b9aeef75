import { ButtonLink } from '#ui/Button.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { t } from '../texts.ts'

/** In place of a TV channel that is not there. */
export const MissingChannel = () => (
  <State title={t('channel.missing')} text={t('channel.missing_text')} picture="error">
    <ToList />
  </State>
)

/** The way on from a TV channel that can't be watched. */
export const ToList = () => (
  <ButtonLink kind="accent" href={paths.channels()}>
    {t('channel.to_list')}
  </ButtonLink>
)
