import { ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { heart } from '#ui/icons.ts'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { comeBackHere } from '#shell/login-needed.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { DiscoverDial } from '../DiscoverDial.tsx'
import { t } from '../texts.ts'

/** Where own channels would be: a guest has none, and is told what they are and how to get there. */
export const GuestHeart = () => (
  <Screen title={t('mine.title')} dial={<DiscoverDial />}>
    <State title={t('mine.guest.title')} text={t('mine.guest.text')} picture={<IconDisc icon={heart} size={88} />}>
      <ButtonLink kind="accent" href={paths.login()} onClick={comeBackHere}>
        {t('home.login')}
      </ButtonLink>
      <ButtonLink href={paths.register()} onClick={comeBackHere}>
        {t('mine.guest.register')}
      </ButtonLink>
    </State>
    <Slot name="screen.explanation" subject={viewSubject('heart')} />
  </Screen>
)
