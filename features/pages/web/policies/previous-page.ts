/**
 * The page of ours that one came from, for a text that opened in a tab of its own: path and query; undefined for who came from elsewhere.
 * The browser remembers it for as long as the tab lives, reloads too.
 */
export function previousPage({ referrer, origin, pathname }: { referrer: string; origin: string; pathname: string }): string | undefined {
  if (!URL.canParse(referrer)) return undefined
  const url = new URL(referrer)
  return url.origin === origin && url.pathname !== pathname ? url.pathname + url.search : undefined
}
