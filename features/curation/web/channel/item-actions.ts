import type { ItemAction } from '#ui/actions.ts'
import {
  arrowDown,
  arrowElbowDownLeft,
  arrowLeft,
  arrowRight,
  arrowUp,
  filmStrip,
  house,
  pencilSimple,
  plus,
  export as shareIcon,
  trash,
} from '#ui/icons.ts'
import type { Playlist, Series, Video } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { addItem, chooseSeries, editEpisode, editSeries } from '../open.ts'
import { canBeShared, shareSeries, shareVideo } from '../share.ts'
import { t } from '../texts.ts'
import type { Edits } from './useEdits.ts'

/** What the actions of a channel's things are about. */
interface Of {
  channel: Playlist
  edits: Edits
}

/** Moves a row of a channel past the one before or after it. */
function seriesMoves({ channel, edits }: Of, series: Series): ItemAction[] {
  const at = channel.series.findIndex(({ id }) => id === series.id)
  const visible = channel.may_edit
  return [
    {
      name: t('series.up'),
      icon: arrowUp,
      apart: true,
      visible: visible && at > 0,
      perform: () => edits.moveSeries(series, at - 1),
    },
    {
      name: t('series.down'),
      icon: arrowDown,
      apart: at === 0,
      visible: visible && at < channel.series.length - 1,
      perform: () => edits.moveSeries(series, at + 1),
    },
  ]
}

/** What can be done with an item: by who may change the channel, and by whoever is signed in. */
export function videoActions(of: Of, series: Series, video: Video): ItemAction[] {
  const { channel, edits } = of
  const at = series.videos.findIndex(({ id }) => id === video.id)
  const mine = channel.may_edit
  const toOther = async () => {
    const chosen = await chooseSeries(channel, video)
    const destination = channel.series.find(({ id }) => id === chosen)
    if (destination) await edits.moveVideo(video, destination, limits.videos)
  }
  return [
    { name: t('video.edit'), icon: pencilSimple, visible: mine, perform: () => editEpisode(channel, video) },
    { name: t('video.make_home'), icon: house, visible: mine && !video.is_home, perform: () => edits.makeHome(video) },
    {
      name: t('video.earlier'),
      icon: arrowLeft,
      apart: true,
      visible: mine && at > 0,
      perform: () => void edits.moveVideo(video, series, at - 1),
    },
    {
      name: t('video.later'),
      icon: arrowRight,
      apart: at === 0,
      visible: mine && at < series.videos.length - 1,
      perform: () => void edits.moveVideo(video, series, at + 1),
    },
    { name: t('video.to_other'), icon: arrowElbowDownLeft, visible: mine && channel.series.length > 1, perform: () => void toOther() },
    ...seriesMoves(of, series),
    { name: t('share.name'), icon: shareIcon, apart: true, visible: canBeShared(channel), perform: () => void shareVideo(channel, video) },
    { name: t('video.delete'), icon: trash, visible: mine, perform: () => edits.deleteVideo(video) },
  ]
}

/** What can be done with a row. */
export function seriesActions(of: Of, series: Series): ItemAction[] {
  const { channel, edits } = of
  const mine = channel.may_edit
  return [
    { name: t('add.menu'), icon: plus, visible: mine, perform: () => addItem(channel, series) },
    { name: t('series.edit.title'), icon: filmStrip, visible: mine, perform: () => editSeries(series) },
    ...seriesMoves(of, series),
    {
      name: t('share.name'),
      icon: shareIcon,
      apart: true,
      visible: canBeShared(channel),
      perform: () => void shareSeries(channel, series),
    },
    { name: t('series.delete.action'), icon: trash, visible: mine, perform: () => void edits.deleteSeries(series) },
  ]
}
