import type { ChannelEffect } from '#features/channels/contract.ts'
import type { PresenceEvent } from '#features/together/contract.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** A received event: its name, id and data. */
export interface ReceivedEvent {
  name: string
  id: string | undefined
  data: { topics?: string[]; by?: string | null; id?: string; moves?: ChannelEffect[]; presence?: PresenceEvent }
}

/** Follows server-sent events as a browser does. @param headers the credentials */
export async function followEvents(url: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  if (response.status !== 200) throw new Error(`${response.status} instead of events`)
  const events: ReceivedEvent[] = []
  let text = ''
  const ended = (async () => {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const fields = Object.fromEntries(
            text
              .slice(0, end)
              .split('\n')
              .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
          )
          text = text.slice(end + 2)
          if ('data' in fields)
            events.push({
              name: fields['event'] ?? 'message',
              id: fields['id'],
              data: JSON.parse(fields['data'] ?? '') as ReceivedEvent['data'],
            })
        }
      }
    } catch {
      // The request was aborted, or the server was killed.
    }
  })()
  return {
    events,
    /** Returns the position from which a browser would resume. */
    lastId: () => events.findLast(({ id }) => id !== undefined)?.id,
    ended,
    leave: () => leaving.abort(),
    /**
     * Waits for a matching event. The timeout is long enough for a busy machine, but below 30 s: after that time, a server reads events
     * even if it wasn't notified of them.
     */
    async waitFor(matches: (event: ReceivedEvent) => boolean, timeoutMs = 20_000): Promise<ReceivedEvent> {
      for (const end = Date.now() + timeoutMs; ; await sleep(10)) {
        const event = events.find(matches)
        if (event) return event
        if (Date.now() > end) throw new Error(`no such event among ${JSON.stringify(events)}`)
      }
    },
  }
}
