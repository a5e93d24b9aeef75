import { paths } from '#shell/paths.ts'
import type { Followed } from '../contract.ts'

const pathsOf = {
  playlist: (id: string) => paths.following({ playlist: id }),
  channel: (id: string) => paths.tiers({ channel: id }),
  user: (id: string) => paths.settings({ user: id }),
}

/** Returns the path of a followed thing's page. */
export const followedPath = ({ following_type: type, following_id: id }: Followed): string => pathsOf[type](id)
