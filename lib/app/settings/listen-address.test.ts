import { expect, test } from 'vitest'
import { listenFault, urlOf } from './listen-address'
import { readSettings } from './read-settings'

const everywhere = {
  HOST: '0.0.0.0',
  PORT: '8080',
  HOSTNAME: 'f3a9c1',
  KERBSIDE_URL: 'https://k.example',
}

test.each<[Record<string, string>, object]>([
  // This machine only, when nothing is set.
  [{}, { host: '127.0.0.1', port: 3000 }],
  [
    { PORT: '', HOST: ' ' },
    { host: '127.0.0.1', port: 3000 },
  ],
  [everywhere, { host: '0.0.0.0', port: 8080 }],
  [{ HOST: '[::1]' }, { host: '::1', port: 3000 }],
  [{ HOST: '::1' }, { host: '::1', port: 3000 }],
])('%j is the address %j', (env, address) => {
  const { HOST: host, PORT: port } = readSettings(env, '/project')
  expect({ host, port }).toEqual(address)
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['::', 'http://[::1]:3000'],
])('%s is opened at %s', (host, url) => {
  expect(urlOf({ host, port: 3000 })).toBe(url)
})

test('a port in use is named, with the way to another', () => {
  const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE' })
  expect(listenFault({ host: '127.0.0.1', port: 3000 }, error).message).toBe(
    'Port 3000 on 127.0.0.1 is in use: choose another with PORT, such as PORT=3001',
  )
})
