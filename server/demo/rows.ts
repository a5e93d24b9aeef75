/** Converts the demonstration content to table rows. */
import { newId } from '#kit/server/ids.ts'
import { detectPlayback } from '#features/media/rules.ts'
import { status } from '#features/channels/rules.ts'
import { positionGap } from '#features/channels/server/positions.ts'
import type { GroupRow } from '#features/channels/server/queries/groups.ts'
import type { PlaylistRow } from '#features/channels/server/queries/playlist-writes.ts'
import type { SeriesRow } from '#features/channels/server/queries/series.ts'
import type { VideoRow } from '#features/channels/server/queries/videos.ts'
import type { NewFollow } from '#features/social/server/queries/follows.ts'
import type { DemoPerson, DemoPlaylist, DemoSeries, DemoVideo } from './people.ts'
import { findPictureId } from './pictures.ts'

/** All rows of one person. `homes` are the openers that aren't the first video of their series. */
export interface PersonRows {
  groups: GroupRow[]
  playlists: PlaylistRow[]
  series: SeriesRow[]
  videos: VideoRow[]
  homes: { seriesId: string; videoId: string }[]
}

/** Ids of a person's built-in channels. */
export interface SpecialIds {
  direct_publish: string
  watch_later: string
}

const positionAt = (index: number) => (index + 1) * positionGap

/** Converts `9:56` or `1:32:04` to seconds. */
export const parseDuration = (duration: string): number => duration.split(':').reduce((total, part) => total * 60 + Number(part), 0)

/** @param now creation time of the newest channel; each further channel is some hours older */
export function personRows(person: DemoPerson, userId: string, special: SpecialIds, now: Date): PersonRows {
  const rows: PersonRows = { groups: [], playlists: [], series: [], videos: [], homes: [] }

  function addPlaylist(playlist: DemoPlaylist, groupId: string | null) {
    const id = newId()
    const createdAt = new Date(now.getTime() - (rows.playlists.length + 1) * 7 * 3_600_000)
    rows.playlists.push({
      id,
      user_id: userId,
      name: playlist.name,
      description: playlist.about ?? '',
      picture_id: findPictureId(playlist.picture),
      tags: [...(playlist.tags ?? [])],
      status_id: status[playlist.status],
      public_since: createdAt,
      created_at: createdAt,
      adult: playlist.adult ?? false,
      slug: playlist.slug ?? null,
      finished: playlist.finished ?? false,
      default_rank: playlist.rank ?? null,
      is_left: playlist.isLeft ?? false,
      is_archived: playlist.isArchived ?? false,
      group_id: groupId,
      position: positionAt(rows.playlists.length),
    })
    addSeries(playlist.series, id)
  }

  function addSeries(series: readonly DemoSeries[], playlistId: string) {
    for (const [index, { name, about, type, videos }] of series.entries()) {
      const id = newId()
      rows.series.push({ id, playlist_id: playlistId, name, description: about ?? '', type: type ?? null, position: positionAt(index) })
      for (const [place, video] of videos.entries()) {
        const row = { ...videoRow(video), id: newId(), series_id: id, position: positionAt(place) }
        rows.videos.push(row)
        if (video.isHome) rows.homes.push({ seriesId: id, videoId: row.id })
      }
    }
  }

  for (const playlist of person.playlists) addPlaylist(playlist, null)
  for (const [index, group] of (person.groups ?? []).entries()) {
    const id = newId()
    rows.groups.push({
      id,
      user_id: userId,
      name: group.name,
      picture_id: findPictureId(group.picture),
      status_id: status[group.status],
      is_archived: group.isArchived ?? false,
      position: positionAt(index),
    })
    for (const playlist of group.playlists) addPlaylist(playlist, id)
  }
  addSeries(person.directPublish ?? [], special.direct_publish)
  addSeries(person.watchLater ?? [], special.watch_later)
  return rows
}

function videoRow(video: DemoVideo): Omit<VideoRow, 'id' | 'series_id' | 'position'> {
  const { title, src, about, duration, date, goTo, more } = video
  const played = { src, embed_url: video.embedUrl ?? null, content_type: video.contentType ?? null }
  const playback = detectPlayback(played)
  if (!playback) throw new Error(`Not an address that can be played: ${src}`)
  return {
    ...played,
    title,
    description: about ?? '',
    picture_id: findPictureId(video.picture),
    kind: playback.kind,
    site: video.site ?? playback.provider,
    duration: duration === undefined ? null : parseDuration(duration),
    is_live: video.isLive ?? false,
    // Without a date, a video is published now, because all rows of a statement have the same columns.
    published_at: date === undefined ? new Date() : new Date(date),
    go_to: goTo?.url ?? null,
    go_to_title: goTo?.title ?? null,
    more_info_title: more?.title ?? null,
    more_description: more?.text ?? null,
    more_picture_id: findPictureId(more?.picture),
  }
}

const dayMs = 86_400_000

/** Returns the follows of all people, in order. @param personRows the rows of all people */
export const personFollows = (
  people: readonly { person: DemoPerson; id: string }[],
  personRows: readonly PersonRows[],
  now: Date,
): NewFollow[] =>
  people.flatMap(({ person, id }) =>
    (person.follows ?? []).map(({ name, isNew }, index) => {
      const channel = personRows.flatMap(({ playlists }) => playlists).find((item) => item.name === name)
      if (!channel) throw new Error(`The demonstration has no channel ${name}`)
      const followed = new Date(now.getTime() - (index + 2) * dayMs)
      return {
        userId: id,
        playlistId: channel.id,
        position: positionAt(index),
        followedAt: followed,
        seenAt: isNew ? followed : new Date(now.getTime() + 1000),
      }
    }),
  )
