import { expect, test } from 'vitest'
import { readSettings } from './read-settings'

const DEMO = {}
const SERVICE = { SERVICE_BASE_URL: 'https://service.example', SERVICE_API_KEY: 'key' }
const readAuth = (env: object, upstream: object) => readSettings({ ...env, ...upstream }, '/project').auth

test.each([
  ['demo data on loopback', {}, DEMO, false],
  ['demo data on another loopback address', { HOST: '::1' }, DEMO, false],
  ['demo data on loopback with KERBSIDE_AUTH=on', { KERBSIDE_AUTH: 'on' }, DEMO, true],
  ['a service on loopback', {}, SERVICE, true],
  ['a service on loopback with KERBSIDE_AUTH=off', { KERBSIDE_AUTH: 'off' }, SERVICE, false],
  ['demo data on every network', { HOST: '0.0.0.0', KERBSIDE_URL: 'https://k.example' }, DEMO, true],
  ['a service on every network', { HOST: '::', KERBSIDE_URL: 'https://k.example' }, SERVICE, true],
])('%s', (_, env, upstream, isRequired) => {
  expect(readAuth(env, upstream).isRequired).toBe(isRequired)
})

test.each([
  [
    'a service on every network without signing in',
    { HOST: '0.0.0.0', KERBSIDE_AUTH: 'off' },
    /KERBSIDE_AUTH=off.*loopback.*0\.0\.0\.0/,
  ],
  ['another address without its own', { HOST: '192.0.2.1' }, /KERBSIDE_URL is missing: HOST=192\.0\.2\.1/],
  ['a word that is neither', { KERBSIDE_AUTH: 'no' }, /KERBSIDE_AUTH must be on or off; it is "no"/],
  ['an address without TLS', { KERBSIDE_URL: 'http://k.example' }, /KERBSIDE_URL must be https/],
  ['an address with a path', { KERBSIDE_URL: 'https://k.example/map' }, /KERBSIDE_URL must be https/],
  [
    'a short secret',
    { KERBSIDE_SECRET: 'short-canary' },
    /KERBSIDE_SECRET must have at least 32 characters; it has 12/,
  ],
  [
    'half of OpenID Connect',
    { OIDC_ISSUER: 'https://id.example' },
    /OIDC_CLIENT_ID and OIDC_CLIENT_SECRET missing/,
  ],
  [
    'a retention of no days',
    { AUDIT_RETENTION_DAYS: '0' },
    /AUDIT_RETENTION_DAYS must be a whole number from 1/,
  ],
  ['a proxy without an address', { TRUSTED_PROXY: 'nginx' }, /TRUSTED_PROXY must be addresses.*"nginx"/],
])('%s is refused', (_, env, message) => {
  expect(() => readAuth(env, SERVICE)).toThrow(message)
  expect(() => readAuth(env, SERVICE)).not.toThrow(/canary/)
})
