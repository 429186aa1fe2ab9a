import { type BlockList, isIP } from 'node:net'

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
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[(.*)\](:\d+)?$/, '$1')
}
