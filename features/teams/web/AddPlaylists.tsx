import { useState } from 'react'
import type { PlaylistPreview } from '#features/channels/contract.ts'
import { allChannels, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useStored } from '#kit/web/storage.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { toast } from '#ui/toasts.ts'
import { teamsContract } from '../contract.ts'
import { limits } from '../rules.ts'
import css from './Teams.module.css'
import { t } from './texts.ts'
import { useListFilter } from './useListFilter.ts'

interface AddPlaylistsProps {
  /** The team's id. */
  team: string
  onAdded: () => void
}

/** A list of the user's own channels, from which the user adds channels to a team. */
export function AddPlaylists({ team, onAdded }: AddPlaylistsProps) {
  // In team mode, the read below would return the team's channels.
  const isTeamMode = useStored('account_mode') === 'TEAM'
  const read = useOwnChannels({ enabled: !isTeamMode })
  if (isTeamMode) return <Alert kind="note">{t('add.in_team')}</Alert>
  return (
    <section className={css.panel} aria-label={t('add.title')}>
      <LoadedContent read={read} failed={t('add.failed')} skeleton={<PanelSkeleton />}>
        {(myPlaylists) => {
          const ownChannels = allChannels(myPlaylists).filter(({ direct_publish, watch_later }) => !direct_publish && !watch_later)
          return ownChannels.length === 0 ? (
            <p className={css.quiet}>{t('add.none')}</p>
          ) : (
            <ChannelChoice team={team} channels={ownChannels} onAdded={onAdded} />
          )
        }}
      </LoadedContent>
    </section>
  )
}

function ChannelChoice({ team, channels, onAdded }: AddPlaylistsProps & { channels: readonly PlaylistPreview[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isLong, text, setText, found } = useListFilter(channels, ({ name }) => name)
  const update = useChange(teamsContract.updateTeam)
  const { message } = formErrors(update.error)
  const isEverySelected = found.length > 0 && found.every(({ id }) => chosen.has(id))

  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))

  async function save() {
    const ids = channels.map(({ id }) => id).filter((id) => chosen.has(id))
    try {
      for (let offset = 0; offset < ids.length; offset += limits.playlists)
        await update.mutateAsync({ params: { id: team }, body: { playlists: ids.slice(offset, offset + limits.playlists) } })
    } catch {
      return
    }
    toast(t('add.done'))
    onAdded()
  }

  return (
    <>
      <p className={css.quiet}>{t('add.text')}</p>
      {isLong && <SearchField label={t('team.find_channel')} value={text} onChange={setText} />}
      <Checkbox
        checked={isEverySelected}
        onChange={(event) =>
          choose(
            found.map(({ id }) => id),
            event.currentTarget.checked,
          )
        }
      >
        {t('add.all')}
      </Checkbox>
      {found.length === 0 && <p className={css.quiet}>{t('team.no_match', { text })}</p>}
      <ul className={css.choices}>
        {found.map(({ id, name, icon }) => (
          <li key={id}>
            <Checkbox checked={chosen.has(id)} onChange={(event) => choose([id], event.currentTarget.checked)}>
              <span className={css.choice}>
                <Disc id={id} name={name} picture={icon} size={28} />
                {name}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button kind="accent" busy={update.isPending} disabled={chosen.size === 0} onClick={() => void save()}>
          {t('add.save')}
        </Button>
        <p className={css.quiet} aria-live="polite">
          {chosen.size > 0 && t('add.chosen', { count: chosen.size })}
        </p>
      </div>
    </>
  )
}

const PanelSkeleton = () => (
  <Skeleton label={t('add.loading')}>
    <SkeletonBlock height={160} shape="card" />
  </Skeleton>
)
