import { Button } from '#ui/Button.tsx'
import { plusBold } from '#ui/icons.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import type { MyPlaylists } from '../../contract.ts'
import { makeChannel } from '../open.ts'
import { MineDial } from '../MineDial.tsx'
import { t } from '../texts.ts'
import { barOf, useMine } from '../useMine.ts'
import { OwnChannels, OwnChannelsSkeleton } from './OwnChannels.tsx'

/** One's own channels. */
export function HeartHome() {
  const mine = useMine()
  return (
    <Screen
      title={t('mine.title')}
      place="heart"
      dial={<MineDial />}
      light={mine.data && { id: mine.data.watchLater.user_id }}
      busy={mine.isPending}
    >
      <Slot name="screen.explanation" subject={viewSubject('heart')} />
      <Loaded
        read={mine}
        failed={t('mine.failed')}
        skeleton={
          <Skeleton label={t('mine.loading')}>
            <OwnChannelsSkeleton />
          </Skeleton>
        }
      >
        {(data) => {
          const channels = shownOf(data)
          return channels.length === 0 ? (
            <State title={t('mine.empty.title')} text={t('mine.empty.text')}>
              <Button kind="accent" icon={plusBold} onClick={makeChannel}>
                {t('welcome.make')}
              </Button>
            </State>
          ) : (
            <OwnChannels channels={channels} />
          )
        }}
      </Loaded>
    </Screen>
  )
}

/** In the order of the bar; the two channels that came with the account are in the bar alone. */
function shownOf(mine: MyPlaylists) {
  const bar = barOf(mine)
  return [...bar.left, ...bar.groups.flatMap(({ playlists }) => playlists), ...bar.other, ...bar.public]
}
