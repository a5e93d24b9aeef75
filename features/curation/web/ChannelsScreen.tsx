import { ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { televisionSimple } from '#ui/icons.ts'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { DiscoverDial } from './DiscoverDial.tsx'
import { t } from './texts.ts'

/** TV channels. */
export const ChannelsScreen = () => (
  <Screen title={t('channels.title')} dial={<DiscoverDial />}>
    <Slot name="screen.explanation" subject={viewSubject('tv')} />
    <State title={t('channels.empty.title')} text={t('channels.empty.text')} picture={<IconDisc icon={televisionSimple} size={88} />}>
      <ButtonLink kind="accent" href={paths.playlists()}>
        {t('channel.others')}
      </ButtonLink>
    </State>
  </Screen>
)
