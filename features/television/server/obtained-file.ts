/** A list or guide on this machine, perhaps while the rest of it still comes from its address. */
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchPublic } from '#kit/server/outbound.ts'
import { diskError } from '#kit/server/storage-error.ts'
import type { Validators } from '#kit/server/validators.ts'
import type { ArrivedAfter } from './read-file.ts'

export interface ObtainedFile {
  path: string
  /** Where it came from in the end. */
  url: string | undefined
  /** Of a file that still comes. @throws why the rest of it does not */
  arrivedAfter?: ArrivedAfter
  /** Waits for all of it. @throws why the rest does not come */
  validators?: () => Promise<Validators | undefined>
  /** Nobody reads it any more. */
  stop?: () => Promise<void>
}

/** Milliseconds for all to come from an address. */
const fetchMs = 20 * 60_000
/** Written at once. */
const blockBytes = 1024 * 1024
/** What comes so fast is read while it comes: no child and no transaction are held for a slow host. */
const fast = { bytes: 8 * 1024 * 1024, withinMs: 4000 }
/** What is so far ahead of its reader comes more slowly, by so many milliseconds a block: each piece lies in memory until that is collected. */
const ahead = { bytes: 32 * 1024 * 1024, waitMs: 20 }

interface FetchFileOptions {
  path: string
  maxBytes: number
  validators: Validators
  /** It may be handed over before all of it has come. */
  mayArrive: boolean
  signal: AbortSignal
}

/** @returns undefined when its host says that it is what its validators name */
export async function fetchFile(
  fetchPublic: FetchPublic,
  address: string,
  { path, maxBytes, validators, mayArrive, signal }: FetchFileOptions,
): Promise<ObtainedFile | undefined> {
  const begun = performance.now()
  const file = await open(path, 'w')
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const block = Buffer.allocUnsafe(blockBytes)
  let [gathered, written] = [0, 0]
  /** Up to where it was read. */
  let readBytes = Infinity
  let url = address
  let onWritten: () => void = ignore

  async function writeBlock() {
    await writeWhole(file, block.subarray(0, gathered))
    written += gathered
    gathered = 0
    onWritten()
    if (written > readBytes + ahead.bytes) await sleep(ahead.waitMs)
  }
  async function take(chunk: Buffer) {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.copy(block, gathered, from)
      from += taken
      gathered += taken
      if (gathered === block.length) await writeBlock()
    }
  }
  async function fetchAll() {
    try {
      const fetched = await fetchPublic(address, {
        maxBytes,
        timeoutMs: fetchMs,
        signal: ending.signal,
        by: 'television',
        validators,
        take(chunk, head) {
          url = head.url
          return take(chunk)
        },
      })
      await writeBlock()
      return fetched
    } finally {
      signal.removeEventListener('abort', end)
      await file.close()
    }
  }

  const fetching = fetchAll()
  const whole = fetching.then(() => true)
  // Whoever waits for it is told.
  whole.catch(ignore)
  const arrivedAfter: ArrivedAfter = async (bytes) => {
    readBytes = bytes
    let isWhole = false
    while (!isWhole && written <= bytes)
      isWhole = await Promise.race([whole, new Promise<boolean>((resolve) => (onWritten = () => resolve(false)))])
    return { bytes: written, isWhole }
  }

  const { isWhole } = mayArrive ? await arrivedAfter(fast.bytes) : { isWhole: await whole }
  const isFast = performance.now() - begun < fast.withinMs
  if (isWhole || !isFast) {
    const { url: from, validators: next, isSame } = await fetching
    return isSame ? undefined : { path, url: from, validators: () => Promise.resolve(next) }
  }
  return {
    path,
    url,
    arrivedAfter,
    validators: async () => (await fetching).validators,
    async stop() {
      ending.abort()
      await whole.catch(ignore)
    },
  }
}

const ignore = () => undefined

/** All of it: a write may take a part alone. */
async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    for (let written = 0; written < bytes.length;) written += (await file.write(bytes, written)).bytesWritten
  } catch (error) {
    throw diskError(error)
  }
}
