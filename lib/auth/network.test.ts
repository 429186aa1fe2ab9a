import { expect, test } from 'vitest'
import { networkOf } from './network'

test('the addresses of an IPv6 /64 share one key', () => {
  const network = networkOf('2001:db8:0:7::1')
  expect(network).toBe('2001:db8:0:7::/64')
  for (const same of [
    '2001:DB8::7:ffff:ffff:ffff:ffff',
    '2001:0db8:0000:0007:1:2:3:4',
    '2001:db8:0:7::',
  ])
    expect(networkOf(same)).toBe(network)
  expect(networkOf('2001:db8:0:8::1')).not.toBe(network)
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('198.51.100.9')).toBe('198.51.100.9')
})
