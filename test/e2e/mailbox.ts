import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { site } from './product.ts'

const outbox = join(site.dataDir, 'outbox')
/** Emails that a test has read, so that the next read returns another email. */
const readMessages = new Set<string>()

/** Returns the next email to an address, as it was sent. */
export async function mailTo(address: string): Promise<string> {
  const isTo = new RegExp(`^To: .*${address.replaceAll('.', '\\.')}`, 'im')
  const textOf = (file: string) => readFileSync(join(outbox, file), 'utf8')
  return vi.waitFor(
    () => {
      const file = listMails().find((name) => !readMessages.has(name) && isTo.test(textOf(name)))
      if (file === undefined) throw new Error(`There came no mail to ${address}`)
      readMessages.add(file)
      return textOf(file)
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** Lists emails, oldest first: their names begin with the time. */
function listMails(): string[] {
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .sort()
  } catch {
    return []
  }
}
