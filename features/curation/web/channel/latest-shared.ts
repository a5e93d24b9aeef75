import type { Playlist } from '../../contract.ts'

/** The video that was shared last into a direct-publish channel, of a series its first; undefined where nothing was. */
export function latestShared({ series }: Playlist): string | undefined {
  const shared = series.flatMap((one) =>
    one.videos.flatMap(({ id, shared }, index) => {
      const at = shared?.shared_at ?? (index === 0 ? one.shared?.shared_at : undefined)
      return at === undefined ? [] : [{ id, at }]
    }),
  )
  return shared.toSorted((one, other) => other.at.localeCompare(one.at))[0]?.id
}
