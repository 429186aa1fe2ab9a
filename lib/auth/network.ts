import { isIPv6 } from 'node:net'

/** For IPv6 the /64, because one subscriber controls all of it. Source: RFC 6177 §2 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [left = [], right = []] = (address.split('%', 1)[0] ?? '')
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
