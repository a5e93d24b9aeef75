import { createECDH } from 'node:crypto'
import type { Db } from '#kit/server/db.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'

const keyOf = createInstallationKey('web-push')

/**
 * The keys by which browsers' makers know this installation (VAPID, RFC 8292), as base64url: the secret one is 32 random bytes, as all
 * secrets of an installation are, and kept with those.
 */
export async function vapidKeys(db: Db): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await keyOf(db)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
