import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Disc } from '#ui/Disc.tsx'
import { LinkLine } from '#ui/LinkLine.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { paths } from '#shell/paths.ts'
import { type Team, teamsContract } from '../contract.ts'
import { AddPlaylists } from './AddPlaylists.tsx'
import { showResult } from './show-result.ts'
import css from './Teams.module.css'
import { t } from './texts.ts'
import { useListFilter } from './useListFilter.ts'

/** The channels of a team, and the panel with which users add their own. */
export function TeamChannels({ team }: { team: Team }) {
  const { playlists } = team
  const [isAdding, setIsAdding] = useState(false)
  const { isLong, text, setText, found, visibleItems, hidden, showAll } = useListFilter(playlists, ({ name }) => name)
  return (
    <section className={css.section} aria-labelledby="channels">
      <div className={css.bar}>
        <h2 id="channels" className={css.title}>
          {t('team.channels')} <span className={css.count}>{playlists.length}</span>
        </h2>
        <Button size="s" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
          {t(isAdding ? 'add.hide' : 'add.show')}
        </Button>
      </div>
      {isAdding && <AddPlaylists team={team.id} onAdded={() => setIsAdding(false)} />}
      {isLong && <SearchField label={t('team.find_channel')} value={text} onChange={setText} />}
      {playlists.length === 0 ? (
        <p className={css.quiet}>
          {t('team.no_channels')}. {t('team.no_channels_text')}
        </p>
      ) : found.length === 0 ? (
        <p className={css.quiet} aria-live="polite">
          {t('team.no_match', { text })}
        </p>
      ) : (
        <ul className={css.list}>
          {visibleItems.map((playlist) => (
            <TeamChannelRow key={playlist.id} team={team.id} playlist={playlist} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <div>
          <Button size="s" onClick={showAll}>
            {t('team.all_channels', { count: playlists.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

function TeamChannelRow({ team, playlist: { id, name, icon } }: { team: string; playlist: Team['playlists'][number] }) {
  const give = useChange(teamsContract.giveChannelBack)
  async function giveBack() {
    if (await confirm({ title: t('team.back_title', { name }), text: t('team.back_text'), action: t('team.back') }))
      await showResult(give.mutateAsync({ params: { team_id: team, playlist_id: id } }), t('team.back_done', { name }))
  }
  return (
    <li className={css.line}>
      <LinkLine picture={<Disc id={id} name={name} picture={icon} />} name={name} href={paths.myPlaylists({ playlist: id })} />
      <Button size="s" kind="text" aria-label={t('team.back_named', { name })} busy={give.isPending} onClick={() => void giveBack()}>
        {t('team.back')}
      </Button>
    </li>
  )
}
