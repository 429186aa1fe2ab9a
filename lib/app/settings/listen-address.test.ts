import { describe, expect, test } from 'vitest'
import { listenFault, urlOf } from './listen-address'
import { readSettings } from './read-settings'

const readAddress = (env: Record<string, string>) => {
  const { HOST: host, PORT: port } = readSettings(env, '/project')
  return { host, port }
}

describe('HOST and PORT', () => {
  test('listens on this machine only, port 3000, when nothing is set', () => {
    expect(readAddress({})).toEqual({ host: '127.0.0.1', port: 3000 })
    expect(readAddress({ PORT: '', HOST: ' ' })).toEqual({ host: '127.0.0.1', port: 3000 })
  })

  test('takes HOST and PORT, and not HOSTNAME', () => {
    const env = { HOST: '0.0.0.0', PORT: '8080', HOSTNAME: 'f3a9c1', KERBSIDE_URL: 'https://k.example' }
    expect(readAddress(env)).toEqual({ host: '0.0.0.0', port: 8080 })
  })

  test('takes an IPv6 address with or without brackets', () => {
    expect(readAddress({ HOST: '[::1]' }).host).toBe('::1')
    expect(readAddress({ HOST: '::1' }).host).toBe('::1')
  })
})

describe('urlOf', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['localhost', 'http://localhost:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['::', 'http://[::1]:3000'],
  ])('%s is opened at %s', (host, url) => {
    expect(urlOf({ host, port: 3000 })).toBe(url)
  })
})

test('a port in use is named, with the way to another', () => {
  const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE' })
  expect(listenFault({ host: '127.0.0.1', port: 3000 }, error).message).toBe(
    'Port 3000 on 127.0.0.1 is in use: choose another with PORT, for example: PORT=3001 npm start',
  )
})
