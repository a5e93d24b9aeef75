import { viewSource } from '../rules.ts'

/** The address by which the browser opened this page. */
const openedBy = () => performance.getEntriesByType('navigation')[0]?.name || location.href

/** How the viewer came to this page: by the `via` of shared links and feeds, which is no longer in the address bar. */
export function currentSource(address = openedBy()): string {
  const via = new URL(address, location.origin).searchParams.get('via')
  const source = via === 'feed' ? via : `share:${via}`
  return via !== null && viewSource.test(source) ? source : 'direct'
}
