import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { removeAllSeries, removeVideos } from '#features/channels/web/create-containers.ts'
import type { ChosenPlace } from '#features/arranging/web/dialogs/place-in-channel.ts'
import { openPlaceDialog } from '#features/arranging/web/open.ts'
import { tvWatchingContract } from '../contract.ts'
import type { TvChannel } from '#features/guide/shapes.ts'
import { t as tChannels } from '#features/channels/web/texts.ts'
import { t } from './texts.ts'

const saveLabel = (name: string | undefined) => (name === undefined ? tChannels('place.save_title') : t('programme.copy_to', { name }))
const copiedLabel = (title: string, { channel }: ChosenPlace) => t('programme.copied', { title, name: channel.name })

/** Asks for a series of the user's channels and copies a video into it. */
function copyVideo(title: string, make: (series_id: string) => Promise<{ id: string }>, { change }: ActionTools): void {
  openPlaceDialog({
    title: tChannels('place.save_title'),
    description: title,
    submit: saveLabel,
    inSeries: true,
    perform: (place): UndoableStep => {
      const seriesId = place.series!.id
      let pendingCopy = make(seriesId)
      return {
        label: copiedLabel(title, place),
        pending: pendingCopy,
        undo: async () => removeVideos(place.channel.id, seriesId, [(await pendingCopy).id], { change }),
        redo: () => (pendingCopy = make(seriesId)),
      }
    },
  })
}

/** Asks where to copy a programme: its recording if available, or else the live stream. */
export const copyProgramme = ({ id, name, tv }: SubjectOf<'epg'>, tools: ActionTools): void =>
  copyVideo(
    name,
    (series_id) => tools.change(tvWatchingContract.copyEpgItem, { body: { epg_id: id, channel_id: tv.id, series_id } }),
    tools,
  )

/** Asks where to copy the live stream of a TV channel. */
export const copyLiveStream = ({ id, name }: SubjectOf<'channel'>, tools: ActionTools): void =>
  copyVideo(name, (series_id) => tools.change(tvWatchingContract.copyTvChannel, { body: { channel_id: id, series_id } }), tools)

/** Asks for a channel, and copies all programmes of a title that can be watched into it, as a series. */
export function copyTitle(tv: TvChannel, name: string, { change }: ActionTools): void {
  openPlaceDialog({
    title: tChannels('place.save_title'),
    description: name,
    submit: saveLabel,
    perform: (place): UndoableStep => {
      const make = () => change(tvWatchingContract.copyEpgSeries, { body: { channel_id: tv.id, name, playlist_id: place.channel.id } })
      let pendingCopy = make()
      return {
        label: copiedLabel(name, place),
        pending: pendingCopy,
        undo: async () => removeAllSeries(place.channel.id, [(await pendingCopy).id], { change }),
        redo: () => (pendingCopy = make()),
      }
    },
  })
}
