import { Button, ButtonLink } from '#ui/Button.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#web/paths.ts'
import { Screen } from '#web/shell/Screen.tsx'
import { DiscoverDial } from '../DiscoverDial.tsx'
import { makeChannel } from '../open.ts'
import { t } from '../texts.ts'

/** Where own channels would be: a guest has none. */
export const GuestHeart = () => (
  <Screen title={t('mine.title')} dial={<DiscoverDial />}>
    <State title={t('mine.guest.title')} text={t('mine.guest.text')}>
      <Button kind="accent" onClick={makeChannel}>
        {t('welcome.make')}
      </Button>
      <ButtonLink kind="text" href={paths.playlists()}>
        {t('channel.others')}
      </ButtonLink>
    </State>
  </Screen>
)
