import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Handing less than this to another thread takes longer than the work: a list has a thousand bookings. */
const SMALL_BYTES = 4096
/** Ten times the largest possible list. */
const limit = { maxOutputLength: 1024 ** 3 }

/** Encrypts what nodes share or the store holds; only nodes with the same secret can read it. */
export interface Encryption {
  /** Keyed hash: the same on every node, meaningless without the secret. */
  hash(text: string): string
  /** @param purpose authenticated with the text: decryption for another purpose fails */
  encrypt(text: string, purpose: string): Promise<Uint8Array>
  /** @throws Error unless it was encrypted with the same secret, context and purpose */
  decrypt(encrypted: Uint8Array, purpose: string): Promise<string>
}

/**
 * What is known of vehicles is personal data, which must not be readable in Redis or in the store.
 * @param context nodes share data only within the same context
 */
export function createEncryption(secret: string, context: string): Encryption {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'kerbside', `${use} ${context}`, 32))
  const [nameKey, key] = [derive('names'), derive('relay')]
  return {
    hash: (text) => createHmac('sha256', nameKey).update(text).digest('base64url').slice(0, 22),
    async encrypt(text, purpose) {
      const level = { level: constants.Z_BEST_SPEED }
      const packed = text.length <= SMALL_BYTES ? deflateRawSync(text, level) : await deflate(text, level)
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
    },
    async decrypt(encrypted, purpose) {
      const nonce = encrypted.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(encrypted.subarray(-TAG_BYTES))
      const packed = [decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
      const bytes = Buffer.concat(packed)
      if (bytes.length <= SMALL_BYTES) return inflateRawSync(bytes, limit).toString()
      return (await inflate(bytes, limit)).toString()
    },
  }
}
