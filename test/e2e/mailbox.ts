import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { site } from './product.ts'

const outbox = join(site.dataDir, 'outbox')
/** Mails that a test has read: the next one to the same address is another. */
const read = new Set<string>()

/** The next mail to somebody, as it would travel. */
export async function mailTo(address: string): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    for (const file of listMails().filter((name) => !read.has(name))) {
      const mail = readFileSync(join(outbox, file), 'utf8')
      if (!new RegExp(`^To: .*${address.replaceAll('.', '\\.')}`, 'im').test(mail)) continue
      read.add(file)
      return mail
    }
  }
  throw new Error(`There came no mail to ${address}`)
}

/** By time: their names begin with it. */
function listMails(): string[] {
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .sort()
  } catch {
    return []
  }
}
