import { LRUCache } from 'lru-cache'

/** About four days of an area's notes. */
const BYTES_MAXIMUM = 16_000_000
/** Of an entry, besides its texts. */
const ENTRY_BYTES = 200

/**
 * Decrypts notes, and has those that it decrypted before: a timeline asks for all of an area again and again.
 * @param decrypt null for one that is damaged
 */
export function createNoteReader(decrypt: (note: Uint8Array, purpose: string) => Uint8Array | null) {
  const known = new LRUCache<string, string>({
    maxSize: BYTES_MAXIMUM,
    sizeCalculation: (text, key) => ENTRY_BYTES + text.length + key.length,
  })
  return (note: Uint8Array, purpose: string): string | null => {
    // All of it: one that was damaged meanwhile is another one.
    const key = Buffer.from(note.buffer, note.byteOffset, note.byteLength).toString('latin1') + purpose
    const before = known.get(key)
    if (before !== undefined) return before
    const decrypted = decrypt(note, purpose)
    if (decrypted === null) return null
    const text = Buffer.from(decrypted).toString()
    known.set(key, text)
    return text
  }
}
