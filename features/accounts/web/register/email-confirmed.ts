/** BroadcastChannel on which a tab announces that a sign-up's email was confirmed. */
const channelName = 'sign-up-confirmed'

const isSameText = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()

/** Call when an emailed link has confirmed an email. */
export function announceEmailConfirmed(email: string): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel only reaches its own origin
  channel.postMessage(email)
  channel.close()
}

/** Calls back when another tab has confirmed the email. @returns an unsubscribe function */
export function onEmailConfirmed(email: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isSameText(data, email)) listener()
  })
  return () => channel.close()
}
