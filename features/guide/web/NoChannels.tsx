import { Button, ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { star, televisionSimple } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { channelFilter, type ChannelFilter } from './channel-filter.ts'
import { t } from './texts.ts'

/** The empty state of the list and the guide: no channels at all, no favourites, or an empty group. */
export function NoChannels({ chosen }: { chosen: ChannelFilter }) {
  const [kind, picture] = (
    {
      all: ['empty', televisionSimple],
      favourites: ['none_favourite', star],
      group: ['none_in_group', televisionSimple],
    } as const
  )[chosen.kind]
  return (
    <StateMessage title={t(`list.${kind}`)} text={t(`list.${kind}_text`)} picture={<IconDisc icon={picture} size={88} />}>
      {chosen.kind === 'all' ? (
        <ButtonLink kind="accent" href={paths.playlists()}>
          {t('list.others')}
        </ButtonLink>
      ) : (
        <Button kind="accent" onClick={() => channelFilter.set({ kind: 'all' })}>
          {t('list.show_all')}
        </Button>
      )}
    </StateMessage>
  )
}
