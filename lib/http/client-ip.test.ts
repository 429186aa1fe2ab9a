import { expect, test } from 'vitest'
import { readSettings } from '@/lib/config/read-settings'
import { clientAddress } from './client-ip'

const proxies = readSettings({ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8, ::1' }, '/').auth.trustedProxies

test.each([
  ['without a trusted proxy the socket alone counts', '127.0.0.1', '198.51.100.9', null, '127.0.0.1'],
  ['a proxy that is not trusted is where it came from', '192.0.2.1', '198.51.100.9', proxies, '192.0.2.1'],
  ['a trusted proxy tells where it came from', '127.0.0.1', '198.51.100.9', proxies, '198.51.100.9'],
  [
    'what stands left of the first stranger was written by the stranger',
    '::ffff:127.0.0.1',
    '1.1.1.1, 198.51.100.9, 10.0.0.2',
    proxies,
    '198.51.100.9',
  ],
  ['what is no address ends the reading', '::1', '<script>, 10.0.0.2', proxies, '10.0.0.2'],
  ['a port that a proxy adds is not of the address', '::1', '198.51.100.9:4711', proxies, '198.51.100.9'],
  ['a trusted proxy that tells nothing is where it came from', '127.0.0.1', undefined, proxies, '127.0.0.1'],
])('%s', (_, socket, forwarded, trusted, address) => {
  expect(clientAddress(socket, forwarded, trusted)).toBe(address)
})
