import type { Secret } from '@/lib/app/settings/secret'

export interface KeySource {
  current(): string
  /** Re-reads the key. @returns whether it changed */
  reread(): boolean
}

/** A key that cannot change while the server runs. */
export function fixedKey(key: string): KeySource {
  return { current: () => key, reread: () => false }
}

/**
 * @param readFile reads and checks the key file; null for a key from a
 * variable, which cannot change
 * @param log receives a line when the file cannot be read or holds no key, in which case the last
 * key stays, and when it holds another key
 */
export function createKeySource(
  first: Secret,
  readFile: (() => Secret) | null,
  log: (line: string) => void,
) {
  let key = first.reveal()
  return {
    current: () => key,
    reread() {
      if (!readFile) return false
      const before = key
      try {
        key = readFile().reveal()
      } catch (error) {
        // A ConfigError names the variable and never shows the key.
        log(`upstream: ${(error as Error).message}`)
      }
      if (key === before) return false
      log(
        'upstream: SERVICE_API_KEY_FILE holds another key, which is used from now on. Set SERVICE_API_KEY_BEFORE (or SERVICE_API_KEY_BEFORE_FILE) to the earlier one for the next start: watch lists, recordings and alerts are encrypted with a key derived from it',
      )
      return true
    },
  }
}
