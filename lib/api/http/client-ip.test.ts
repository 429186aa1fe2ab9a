import { expect, test } from 'vitest'
import { readSettings } from '@/lib/app/settings/read-settings'
import { clientAddress } from './client-ip'

const proxies = readSettings({ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8, ::1' }, '/').TRUSTED_PROXY

test.each([
  ['without trusted proxies: the socket’s peer', '127.0.0.1', '198.51.100.9', null, '127.0.0.1'],
  ['an untrusted proxy: its own address', '192.0.2.1', '198.51.100.9', proxies, '192.0.2.1'],
  [
    'a trusted proxy: the address that it forwards',
    '127.0.0.1',
    '198.51.100.9',
    proxies,
    '198.51.100.9',
  ],
  [
    'addresses left of the first untrusted one are ignored',
    '::ffff:127.0.0.1',
    '1.1.1.1, 198.51.100.9, 10.0.0.2',
    proxies,
    '198.51.100.9',
  ],
  ['a malformed address ends the search', '::1', '<script>, 10.0.0.2', proxies, '10.0.0.2'],
  ['a port added by a proxy is removed', '::1', '198.51.100.9:4711', proxies, '198.51.100.9'],
  [
    'a trusted proxy that forwards nothing: its own address',
    '127.0.0.1',
    undefined,
    proxies,
    '127.0.0.1',
  ],
])('%s', (_, socket, forwarded, trusted, address) => {
  expect(clientAddress(socket, forwarded, trusted)).toBe(address)
})
