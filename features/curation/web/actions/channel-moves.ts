import type { ActionTools } from '#shell/actions.ts'
import { curationContract, type Playlist, type Series } from '../../contract.ts'
import { editSeriesOf } from '../cache-edits.ts'
import { t } from '../texts.ts'

/** A channel with all that is in it, as screens show it. @throws ApiError */
export const readChannel = (id: string, { read }: Pick<ActionTools, 'read'>): Promise<Playlist> =>
  read(curationContract.getPlaylist, { params: { id } })

/** A series that is made in a channel. */
export const makeSeries = (playlistId: string, name: string, { change }: ActionTools): Promise<Series> =>
  change(curationContract.createSeries, { body: { playlist_id: playlistId, name } }, { confirmed: (made) => [editSeriesOf(made)] })

/** Where pasted links go in a channel: its first series that is no banner; one is made where there is none. */
export async function destinationIn(to: Playlist, tools: ActionTools): Promise<{ series: Series; isNew: boolean }> {
  const first = to.series.find(({ type }) => type !== 'header')
  return first ? { series: first, isNew: false } : { series: await makeSeries(to.id, t('add.first_series'), tools), isNew: true }
}
