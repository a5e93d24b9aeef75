import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { MyPlaylists, PlaylistPreview } from '../contract.ts'
import { builtInNames, withBuiltInName } from './names.ts'
import { insertSpecialPlaylists } from './queries/playlist-writes.ts'
import { findOwnPlaylists, findSpecialPlaylist, listOwnPlaylistIds } from './queries/playlists.ts'
import type { ListSort } from '../rules.ts'

type OwnedRows = NonNullable<Awaited<ReturnType<typeof findOwnPlaylists>>>
type OwnedPlaylist = OwnedRows['playlists'][number]

/** @param sort default: the order of the bar */
export async function readMyPlaylists(db: Db, reader: Reader<User>, language: Language, sort?: ListSort): Promise<MyPlaylists> {
  const myPlaylists = await readBar(db, reader, language)
  if (sort === undefined) return myPlaylists
  const ids = await listOwnPlaylistIds(sort)(db, reader.user.teamId ?? reader.user.id)
  const rankOf = new Map(ids.map(({ id }, rank) => [id, rank]))
  const sortTiles = (tiles: readonly PlaylistPreview[]) => tiles.toSorted((a, b) => (rankOf.get(a.id) ?? 0) - (rankOf.get(b.id) ?? 0))
  const inside = (groups: MyPlaylists['groups']) => groups.map((group) => ({ ...group, playlists: sortTiles(group.playlists) }))
  return {
    ...myPlaylists,
    archive: sortTiles(myPlaylists.archive),
    other: sortTiles(myPlaylists.other),
    public: sortTiles(myPlaylists.public),
    groups: inside(myPlaylists.groups),
    archivedGroups: inside(myPlaylists.archivedGroups),
    sorted: ids.map(({ id }) => id),
  }
}

/** Reads the bar of the reader or team. Creates missing built-in channels. */
async function readBar(db: Db, reader: Reader<User>, language: Language): Promise<MyPlaylists> {
  const owned = await findOwnPlaylists(db, reader)
  if (owned && hasSpecialPlaylists(owned)) return arrangeBar(owned, language)
  await createSpecialPlaylists(db, { id: reader.user.id, language })
  return arrangeBar((await findOwnPlaylists(db, reader))!, language)
}

/** Creates the two built-in channels of an account (idempotent). */
export function createSpecialPlaylists(db: Db, { id, language }: { id: string; language: Language }) {
  const names = builtInNames(language)
  return insertSpecialPlaylists(db, id, {
    direct_publish: { id: newId(), name: names.direct_publish },
    watch_later: { id: newId(), name: names.watch_later },
  })
}

/** Returns the id of a built-in channel; creates it if it is missing. */
export async function specialPlaylist(
  db: Db,
  reader: Reader<User>,
  kind: 'direct_publish' | 'watch_later',
  language: Language,
): Promise<string> {
  const special = await findSpecialPlaylist(db, reader.user.id, kind)
  if (special) return special.id
  await createSpecialPlaylists(db, { id: reader.user.id, language })
  return (await findSpecialPlaylist(db, reader.user.id, kind))!.id
}

const hasSpecialPlaylists = ({ playlists }: OwnedRows) =>
  playlists.some((playlist) => playlist.direct_publish) && playlists.some((playlist) => playlist.watch_later)

function arrangeBar({ playlists, groups, favorites }: OwnedRows, language: Language): MyPlaylists {
  const tiles = (holds: (playlist: OwnedPlaylist) => boolean): PlaylistPreview[] =>
    playlists.filter(holds).map((playlist, order) => ({ ...playlist, order }))
  const inSection = (...sections: string[]) => sections.flatMap((section) => tiles((playlist) => playlist.section === section))
  const groupsWhere = (isArchived: boolean) =>
    groups
      .filter((group) => group.is_archived === isArchived)
      .map((group, order) => ({ ...group, order, playlists: tiles((playlist) => playlist.group_id === group.id) }))
  const channels = playlists.filter((playlist) => !playlist.direct_publish && !playlist.watch_later)
  return {
    archive: inSection('archive'),
    other: inSection('left', 'other'),
    public: inSection('public'),
    groups: groupsWhere(false),
    archivedGroups: groupsWhere(true),
    directPublish: withBuiltInName(tiles((playlist) => playlist.direct_publish)[0]!, language),
    watchLater: withBuiltInName(tiles((playlist) => playlist.watch_later)[0]!, language),
    finished: channels.filter(({ finished }) => finished).map(({ id }) => id),
    unfinished: channels.filter(({ finished }) => !finished).map(({ id }) => id),
    favorites,
  }
}
