import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Ten times the largest list there may be. */
const TEXT_BYTES_MAXIMUM = 1024 ** 3

/** Makes what leaves this process unreadable to all but nodes with the same secret. */
export interface Encryption {
  /** The same for the same text on every node, and for nobody else a sign of what it is. */
  nameOf(text: string): string
  /** @param purpose what it is to be taken for, and nothing else */
  close(text: string, purpose: string): Promise<Uint8Array>
  /** @throws Error when it was not sealed by such a node for that purpose */
  open(sealed: Uint8Array, purpose: string): Promise<string>
}

/**
 * Where vehicles are is where their drivers are: none of it is to be read in a store that others look after.
 * @param context nodes with another one do not understand each other
 */
export function createEncryption(secret: string, context: string): Encryption {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'kerbside', `${use} ${context}`, 32))
  const [nameKey, key] = [derive('names'), derive('relay')]
  return {
    nameOf: (text) => createHmac('sha256', nameKey).update(text).digest('base64url').slice(0, 22),
    async close(text, purpose) {
      const packed = await deflate(text, { level: constants.Z_BEST_SPEED })
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
    },
    async open(sealed, purpose) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG_BYTES))
      const packed = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
      return (await inflate(Buffer.concat(packed), { maxOutputLength: TEXT_BYTES_MAXIMUM })).toString()
    },
  }
}
