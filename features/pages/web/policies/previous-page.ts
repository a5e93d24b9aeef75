/**
 * Returns the page of this site that opened a policy in a new tab: path and query; undefined otherwise. Stored for the lifetime
 * of the tab, including reloads.
 */
export function previousPage({ referrer, origin, pathname }: { referrer: string; origin: string; pathname: string }): string | undefined {
  if (!URL.canParse(referrer)) return undefined
  const url = new URL(referrer)
  return url.origin === origin && url.pathname !== pathname ? url.pathname + url.search : undefined
}
