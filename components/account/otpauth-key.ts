/**
 * Key of an otpauth URI in groups of four, for typing; null without one.
 * Source: github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthKey(uri: string): string | null {
  const key = URL.canParse(uri) ? new URL(uri).searchParams.get('secret') : null
  return key?.match(/.{1,4}/g)?.join(' ') ?? null
}
