import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import { createYield } from '@/lib/app/clock'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Ten times the largest possible list. */
const TEXT_BYTES_MAXIMUM = 1024 ** 3
/**
 * Handing less than this to another thread takes longer than the work: a
 * list has a thousand bookings.
 */
const SHORT_LENGTH = 16_384
const SHORT_PACKED_BYTES = 8_192
/** Memory of a packed text: a quarter of a megabyte by default, which is left to be collected. */
const SMALL_WINDOW = { windowBits: 12, memLevel: 5 }

// Many short texts at once let requests go between them.
const turn = createYield()

async function pack(text: string): Promise<Buffer> {
  const level = constants.Z_BEST_SPEED
  if (text.length > SHORT_LENGTH) return deflate(text, { level })
  await turn()
  return deflateRawSync(text, { level, ...SMALL_WINDOW })
}

async function unpack(packed: Uint8Array): Promise<Buffer> {
  const maxOutputLength = TEXT_BYTES_MAXIMUM
  if (packed.length > SHORT_PACKED_BYTES) return inflate(packed, { maxOutputLength })
  await turn()
  try {
    return inflateRawSync(packed, { maxOutputLength, windowBits: SMALL_WINDOW.windowBits })
  } catch {
    // A longer text, which was packed with a window of 32 KB.
    return inflate(packed, { maxOutputLength })
  }
}

/**
 * Encrypts data that nodes share or the store holds; only nodes with the same secret can read it.
 */
export type Encryption = ReturnType<typeof createEncryption>

/**
 * Data about vehicles is personal and must not be readable in Redis or in the store.
 * @param context nodes share data only within the same context
 * @param earlier secrets that still decrypt, newest first
 */
export function createEncryption(secret: string, context: string, earlier: readonly string[] = []) {
  function derive(from: string, use: string): Buffer {
    return Buffer.from(hkdfSync('sha256', from, 'kerbside', `${use} ${context}`, 32))
  }

  const nameKey = derive(secret, 'names')
  const earlierNameKeys = earlier.map((from) => derive(from, 'names'))
  const key = derive(secret, 'relay')
  const earlierKeys = earlier.map((from) => derive(from, 'relay'))
  return {
    /** Whether rows may be found that an earlier secret encrypted. */
    hasEarlier: earlier.length > 0,
    /** Keyed hash: the same on every node, meaningless without the secret. */
    hash: (text: string): string => keyedHash(nameKey, text),
    /** The hash, and those by earlier secrets, under which rows may still be found. */
    hashes: (text: string): string[] =>
      [nameKey, ...earlierNameKeys].map((one) => keyedHash(one, text)),
    /** @param purpose authenticated with the text: decryption for another purpose fails */
    async encrypt(text: string, purpose: string): Promise<Uint8Array> {
      const packed = await pack(text)
      return encryptBytes(packed, purpose)
    },
    /** @throws Error unless it was encrypted with the same secret, context and purpose */
    async decrypt(encrypted: Uint8Array, purpose: string): Promise<string> {
      const text = await unpack(decryptBytes(encrypted, purpose))
      return text.toString()
    },
    /** Encrypts without packing, for bytes that do not get smaller. */
    encryptBytes,
    /** @throws Error as `decrypt` does */
    decryptBytes,
  }

  function keyedHash(by: Buffer, text: string): string {
    const digest = createHmac('sha256', by).update(text).digest('base64url')
    return digest.slice(0, 22)
  }

  function encryptBytes(bytes: Uint8Array, purpose: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }

  function decryptBytes(encrypted: Uint8Array, purpose: string): Uint8Array {
    try {
      return decryptWith(key, encrypted, purpose)
    } catch (error) {
      return decryptWithEarlier(encrypted, purpose, error)
    }
  }

  function decryptWithEarlier(
    encrypted: Uint8Array,
    purpose: string,
    failure: unknown,
  ): Uint8Array {
    for (const earlierKey of earlierKeys) {
      try {
        return decryptWith(earlierKey, encrypted, purpose)
      } catch {
        // Encrypted with another secret, or not by Kerbside.
      }
    }
    throw failure
  }

  function decryptWith(key: Buffer, encrypted: Uint8Array, purpose: string): Uint8Array {
    const nonce = encrypted.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(encrypted.subarray(-TAG_BYTES))
    return Buffer.concat([
      decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ])
  }
}
