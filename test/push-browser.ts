import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Makes a browser that subscribed at an address of a push service. It has keys, and decrypts its messages (RFC 8291 and 8188). */
export function createPushBrowser(endpoint: string) {
  const curve = createECDH('prime256v1')
  const [p256dh, auth] = [curve.generateKeys(), randomBytes(16)]
  const encode = (bytes: Buffer) => bytes.toString('base64url')
  return {
    subscription: { endpoint, keys: { p256dh: encode(p256dh), auth: encode(auth) } },
    /** Decrypts the body of a push. @throws if the push is for another browser */
    read(body: Buffer): unknown {
      const [salt, idLength] = [body.subarray(0, 16), body[20]!]
      const [from, sealed] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)]
      const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, info, length))
      const shared = derive(curve.computeSecret(from), auth, Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, from]), 32)
      const cipher = createDecipheriv(
        'aes-128-gcm',
        derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
        derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
      )
      cipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as unknown
    },
  }
}
