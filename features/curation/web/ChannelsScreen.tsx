import { ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { televisionSimple } from '#ui/icons.ts'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { WelcomePlace } from '#shell/welcome.tsx'
import { DiscoverDial } from './DiscoverDial.tsx'
import { t } from './texts.ts'

/** TV channels. */
export const ChannelsScreen = () => (
  <Screen title={t('channels.title')} dial={<DiscoverDial />}>
    <WelcomePlace view="tv" />
    <State title={t('channels.empty.title')} text={t('channels.empty.text')} picture={<IconDisc icon={televisionSimple} size={88} />}>
      <ButtonLink kind="accent" href={paths.playlists()}>
        {t('channel.others')}
      </ButtonLink>
    </State>
  </Screen>
)
