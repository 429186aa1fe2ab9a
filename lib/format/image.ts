/**
 * Whether a picture may be loaded: over https, from an allowed host.
 * @param hosts host names in lower case
 */
export function isAllowedImage(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return protocol === 'https:' && username === '' && password === '' && hosts.includes(host)
}
