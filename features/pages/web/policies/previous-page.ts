/**
 * Returns path and query of the page of this site that opened a policy in a new tab; undefined if there is no such page. Stored for the
 * lifetime of the tab, as a reload has no referrer.
 */
export function findPreviousPage({
  referrer,
  origin,
  pathname,
}: {
  referrer: string
  origin: string
  pathname: string
}): string | undefined {
  if (!URL.canParse(referrer)) return undefined
  const url = new URL(referrer)
  return url.origin === origin && url.pathname !== pathname ? url.pathname + url.search : undefined
}
