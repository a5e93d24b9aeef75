import { isLink } from '#features/channels/input-rules.ts'

/** Returns the URL, if it is a link to another site. @param hosts names of this site */
export const parseForeignUrl = (url: string, hosts: readonly string[]): string | undefined =>
  isLink(url) && !hosts.includes(new URL(url).host) ? url : undefined
