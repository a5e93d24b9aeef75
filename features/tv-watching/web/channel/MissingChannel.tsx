import { ButtonLink } from '#ui/Button.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { t } from '../texts.ts'

/** Shown instead of a TV channel that doesn't exist. */
export const MissingChannel = () => (
  <StateMessage title={t('channel.missing')} text={t('channel.missing_text')} picture="error">
    <ChannelListLink />
  </StateMessage>
)

/** A link to the list of channels, shown for channels that can't be watched. @param kind use `text` next to another button */
export const ChannelListLink = ({ kind = 'accent' }: { kind?: 'accent' | 'text' }) => (
  <ButtonLink kind={kind} href={paths.channels()}>
    {t('channel.to_list')}
  </ButtonLink>
)
