/** Returns the source of a view for `POST /api/view`: the host of the embedding page, if the referrer contains it. */
export function viewSourceOf(referrer: string): string {
  const host = URL.canParse(referrer) ? new URL(referrer).host : ''
  return /^[a-z\d.-]{1,100}(?::\d{1,5})?$/.test(host) ? `embed:${host}` : 'direct'
}

/** Statuses of a video that has become locked, private or deleted. */
const refusals = [403, 404]

/**
 * Counts a view of a video, without credentials. If it fails, only the count is lost.
 * @returns whether guests can't watch the video any more
 */
export async function reportView(id: string): Promise<boolean> {
  const body = JSON.stringify({ viewable_type: 'video', viewable_id: id, source: viewSourceOf(document.referrer) })
  const response = await fetch('/api/view', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => undefined)
  return response !== undefined && refusals.includes(response.status)
}
