export const SESSION_COOKIE = '__Host-kerbside-session'

/** Name and value of each cookie of a Cookie header; not decoded. */
function parseCookies(header: string | null): (readonly [name: string, value: string])[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0
        ? (['', pair] as const)
        : ([pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()] as const)
    })
}

export function cookieValue(header: string | null, name: string): string | null {
  return parseCookies(header).find(([cookie]) => cookie === name)?.[1] ?? null
}

/** Session token of a cookie value, `token.signature`; not verified. Empty for anything else. */
export function sessionTokenOf(value: string | null): string {
  try {
    const text = decodeURIComponent(value ?? '')
    return text.slice(0, Math.max(0, text.lastIndexOf('.')))
  } catch {
    return ''
  }
}
