import { createECDH } from 'node:crypto'
import type { Db } from '#kit/server/db/db.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'

const keyOf = createInstallationKey('web-push')

/**
 * The VAPID keys (RFC 8292) that identify this installation to push services, as base64url. The private key is 32 random bytes,
 * stored with the installation's other secrets.
 */
export async function vapidKeys(db: Db): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await keyOf(db)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
