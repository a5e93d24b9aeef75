/** Returns how viewers came, for `POST /api/view`: by the site that embeds this page, if it says so. */
export function sourceOf(referrer: string): string {
  const host = URL.canParse(referrer) ? new URL(referrer).host : ''
  return /^[a-z\d.-]{1,100}(?::\d{1,5})?$/.test(host) ? `embed:${host}` : 'direct'
}

/** Counts a view of a video, without credentials. A failure only loses the count. */
export function reportView(id: string): void {
  const body = JSON.stringify({ viewable_type: 'video', viewable_id: id, source: sourceOf(document.referrer) })
  void fetch('/api/view', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => undefined)
}
