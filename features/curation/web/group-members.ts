import type { DiscSubject } from '#ui/Disc.tsx'
import type { Group } from '../contract.ts'

/** The channels of a group, as its disc shows the first of them. */
export const membersOf = ({ playlists }: Group): DiscSubject[] => playlists.map(({ id, name, icon }) => ({ id, name, picture: icon }))
