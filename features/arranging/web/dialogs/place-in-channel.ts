/** Moves or copies things into a channel or series that is created for them if necessary. Undo then deletes it. */
import { getActionTools } from '#shell/action-tools.ts'
import type { UndoableStep } from '#shell/actions.ts'
import type { Playlist, Series } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import {
  createChannel,
  createSeries,
  removeChannels,
  removeEmptySeries,
  type StepWithContainer,
  withContainerUndo,
} from '#features/channels/web/create-containers.ts'
import type { Destination } from '#features/channels/web/dialogs/add/SeriesChoice.tsx'
import { t as channelTexts } from '#features/channels/web/texts.ts'

export interface ChosenPlace {
  channel: Playlist
  /** Undefined: only a channel was chosen. */
  series?: Pick<Series, 'id' | 'name'> | undefined
}

/** Moves or copies the things. @throws ApiError */
export type PlaceItems = (place: ChosenPlace) => UndoableStep | Promise<UndoableStep>

/** Places things in a channel, in a series if a destination is given. */
export async function placeInChannel(channel: Playlist, destination: Destination | undefined, perform: PlaceItems): Promise<UndoableStep> {
  if (!destination) return perform({ channel })
  const existing = 'id' in destination ? channel.series.find(({ id }) => id === destination.id) : undefined
  if (existing) return perform({ channel, series: existing })
  const name = ('name' in destination && destination.name.trim()) || channelTexts('add.first_series')
  const placeInNewSeries = async (): Promise<StepWithContainer> => {
    const series = await createSeries(channel.id, name, getActionTools())
    return { step: await perform({ channel, series }), remove: () => removeEmptySeries(channel.id, series.id) }
  }
  return withContainerUndo(await placeInNewSeries(), placeInNewSeries)
}

/** Places things in a channel that was created for them. @param inSeries whether to create its first series too */
export async function placeInNewChannel(created: Playlist, inSeries: boolean, perform: PlaceItems): Promise<UndoableStep> {
  const placeIn = async (channel: Playlist): Promise<StepWithContainer> => {
    const series = inSeries ? await createSeries(channel.id, channelTexts('add.first_series'), getActionTools()) : undefined
    return { step: await perform({ channel, series }), remove: () => removeChannels([channel.id]) }
  }
  return withContainerUndo(await placeIn(created), async () => placeIn(await createChannel(created.name, status.private)))
}
