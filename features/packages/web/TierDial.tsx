import { useRead } from '#kit/web/read.ts'
import { Dial, DialRule, Stop } from '#ui/Dial.tsx'
import { televisionSimple } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { DialPlaceholder } from '#features/channels/web/DialPlaceholder.tsx'
import { playlistSubject } from '#features/channels/web/subjects.ts'
import { tvSubject } from '#features/guide/web/subjects.ts'
import { packagesContract, type Tier } from '../contract.ts'
import { t } from './texts.ts'
import { subjectOfTier } from './tier-subject.ts'

/** The dial of packages. The current package (`current`, an id) is open, with its TV channels and playlists behind it. */
export function TierDial({ current }: { current?: string | undefined }) {
  const { data, error } = useRead(packagesContract.listTiers, {})
  const propsOf = useSubjectMenu('tier')
  const tvPropsOf = useSubjectMenu('channel')
  const playlistPropsOf = useSubjectMenu('playlist')
  const contentOf = ({ id: tierId, channels, playlists }: Tier) => [
    ...channels.map((tv) => (
      <Stop
        key={`${tierId} ${tv.id}`}
        id={tv.id}
        name={tv.name}
        picture={tv.logoId}
        href={paths.tiers({ channel: tv.id })}
        {...tvPropsOf(tvSubject(tv))}
      />
    )),
    ...playlists.map((playlist) => (
      <Stop
        key={`${tierId} ${playlist.id}`}
        id={playlist.id}
        name={playlist.name}
        picture={playlist.icon}
        href={paths.playlists({ playlist: playlist.id })}
        {...playlistPropsOf(playlistSubject(playlist))}
      />
    )),
    <DialRule key={`${tierId} end`} />,
  ]
  return (
    <DialPlaceholder pending={!data && !error}>
      {data && data.length > 0 && (
        <Dial label={t('dial')} last={<Stop key="tv" id="tv" name={t('channels')} icon={televisionSimple} href={paths.channels()} />}>
          {data.flatMap((tier) => [
            <Stop
              key={tier.id}
              id={tier.id}
              name={tier.name}
              picture={tier.icon}
              href={paths.tiers({ tier: tier.id })}
              tuned={tier.id === current}
              {...propsOf(subjectOfTier(tier))}
            />,
            ...(tier.id === current ? contentOf(tier) : []),
          ])}
        </Dial>
      )}
    </DialPlaceholder>
  )
}
