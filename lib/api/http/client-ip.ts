import { type BlockList, isIP } from 'node:net'

/**
 * Client address: the peer of the socket, or the last address of X-Forwarded-For that is not a
 * trusted proxy's. Addresses further left can be forged.
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
