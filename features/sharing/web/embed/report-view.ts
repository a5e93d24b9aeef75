/** Returns the source of a view for `POST /api/view`: the host of the embedding page, if the referrer contains it. */
export function viewSourceOf(referrer: string): string {
  const host = URL.canParse(referrer) ? new URL(referrer).host : ''
  return /^[a-z\d.-]{1,100}(?::\d{1,5})?$/.test(host) ? `embed:${host}` : 'direct'
}

/** Counts a view of a video, without credentials. If it fails, only the count is lost. */
export function reportView(id: string): void {
  const body = JSON.stringify({ viewable_type: 'video', viewable_id: id, source: viewSourceOf(document.referrer) })
  void fetch('/api/view', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => undefined)
}
