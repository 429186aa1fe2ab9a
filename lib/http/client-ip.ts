import { type BlockList, isIP, isIPv6 } from 'node:net'

/**
 * The request header that tells Kerbside's own routes where a request came from. lib/start writes it over whatever
 * was sent.
 */
export const ADDRESS_HEADER = 'x-kerbside-address'

/**
 * Where a request came from: the socket's other end, or what the proxies we trust say, read from the nearest on.
 * Whatever stands left of the first address that is not a trusted proxy's was written by anybody.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: BlockList | null,
): string {
  let address = plain(socketAddress ?? '')
  if (!trusted) return address
  const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))
  while (isIP(address) && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')) {
    const hop = hops.pop()
    if (!hop || !isIP(hop)) break
    address = hop
  }
  return address
}

function plain(address: string): string {
  return address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
}

/**
 * Whose an address is: of IPv6 its first 64 bits, since who has one address has the 18 quintillion beside it.
 * Source: RFC 6177 §2
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [left = [], right = []] = (address.split('%', 1)[0] ?? '')
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
