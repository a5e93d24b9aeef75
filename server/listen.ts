import type { FastifyInstance } from 'fastify'
import { SetupError } from '#kit/server/setup-error.ts'

/** Most links have been fetched by then, and those that were not leave time for their answer. */
const abandonAfterMs = 4000

/** @throws SetupError when the address cannot be used; `setting` is the one that names the port */
export async function listen(
  app: FastifyInstance,
  { host, port, setting }: { host: string; port: number; setting: string },
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new SetupError(
        `${setting} is ${port}, and another program listens there already (at ${host}): stop it, or choose another port.`,
      )
    if (code === 'EACCES') throw new SetupError(`${setting} is ${port}, which this system user may not use: choose one from 1024 on.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new SetupError(`HOST is "${host}", which is no address of this machine.`)
    throw error
  }
}

/**
 * Takes no new connections and waits for the requests in flight.
 * @param abandon called after a while: what is in flight should come to an end
 */
export async function drain(app: FastifyInstance, abandon?: () => void): Promise<void> {
  const timer = setTimeout(() => abandon?.(), abandonAfterMs)
  await app.close()
  clearTimeout(timer)
}

export function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
