import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { createSample } from '#kit/contract/sample.ts'
import { storage } from '#kit/web/storage.ts'
import { PlaylistTile } from '../contract/tiles.ts'
import { status } from '../rules.ts'
import { AboutChannel } from './AboutChannel.tsx'
import { StatusField } from './dialogs/StatusField.tsx'

afterEach(() => storage.remove('account_mode'))

test('a private channel of a team says that only this team can watch it', () => {
  const channel = { ...createSample(PlaylistTile), status_id: status.private }
  const about = (team_id: string | null) => renderToStaticMarkup(<AboutChannel channel={{ ...channel, team_id }} home="heart" />)
  expect([about(null), about('Tm3Jw8PdY6t')]).toEqual(['Only Me', 'Only this team'])
})

test('the choice of a status names the channel’s team; for new things, the team that the user acts for', () => {
  const choice = (isTeam?: boolean) =>
    renderToStaticMarkup(<StatusField value={status.private} onChange={() => {}} {...(isTeam !== undefined && { isTeam })} />)
  expect(choice()).toContain('Only Me')
  expect(choice(true)).toContain('Only this team')
  storage.set('account_mode', 'TEAM')
  expect(choice()).toContain('Only this team')
  expect(choice(false)).toContain('Only Me')
})
