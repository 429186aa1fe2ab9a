import { expect, it } from 'vitest'
import type { Position } from '@/lib/interface/resources'
import {
  createDemoFleet,
  DEMO_LATITUDE_MAXIMUM,
  DEMO_VEHICLES_MAXIMUM,
} from '@/lib/reference/demo/demo-fleet'
import { describeUrl } from './address-parsers'
import { ConfigError } from './config-error'
import { pageSettings, readSettings } from './read-settings'
import { LARGEST_LATITUDE, LARGEST_VEHICLES } from './variables'

const KEY = 'canary-4711'
const read = (env: Record<string, string>, readText?: (path: string) => string) =>
  readSettings(env, '/project', '/project', readText)
const service = { SERVICE_BASE_URL: 'https://service.example', SERVICE_API_KEY: KEY }

function refusal(env: Record<string, string>, readText?: (path: string) => string): string {
  try {
    read(env, readText)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // What a refusal repeats could be secret.
    expect(error.message).not.toMatch(/canary|geheim|secret@|\n/)
    return error.message
  }
  throw new Error('the configuration was accepted')
}

it('chooses the demo city when nothing is set, or only empty variables are', () => {
  const settings = read({})
  expect(settings).toMatchObject({
    service: null,
    REFERENCE_FLEET: null,
    IMAGE_HOSTS: [],
    chosen: new Set(),
  })
  const names = ['SERVICE_BASE_URL', 'SERVICE_API_KEY', 'MAP_POSITION', 'DATABASE_URL', 'REDIS_URL']
  const empty = Object.fromEntries(names.map((name) => [name, '']))
  expect(read({ ...empty, REFERENCE_FLEET: ' ', DATABASE_URL: ' ' })).toEqual(settings)
})

it.each([
  ['https://service.example', 'https://service.example'],
  ['https://service.example/', 'https://service.example'],
  ['https://service.example:8443/fleet/', 'https://service.example:8443/fleet'],
  ['http://localhost:4010', 'http://localhost:4010'],
  ['http://127.1.2.3', 'http://127.1.2.3'],
  ['http://[::1]:4010/', 'http://[::1]:4010'],
])('takes %s as the address of the service', (given, baseUrl) => {
  expect(read({ ...service, SERVICE_BASE_URL: given }).service?.baseUrl).toBe(baseUrl)
})

it.each([
  ['service.example:8443', 'is no https:// address'],
  ['service.example', 'is no https:// address'],
  ['http://service.example', 'would send the key unencrypted'],
  ['http://localhost.evil.example', 'would send the key unencrypted'],
  ['http://127.0.0.1.evil.example', 'would send the key unencrypted'],
  ['ftp://service.example', 'is no https:// address'],
  ['https://user:canary-4711@service.example', 'holds a user name or password'],
  ['https://service.example/?key=canary-4711', 'holds a query or a fragment'],
  ['https://service.example/?', 'holds a query or a fragment'],
  ['https://service.example/#', 'holds a query or a fragment'],
  ['https://service.example/api/beta/vehicles', 'has /api/beta'],
])('refuses %s as the address of the service', (given, what) => {
  const message = refusal({ ...service, SERVICE_BASE_URL: given })
  expect(message).toContain(`SERVICE_BASE_URL ${what}`)
  expect(message).toContain('allowed is https://')
})

it('reads the key from a file, without the white space around it', () => {
  const { service } = read(
    { SERVICE_BASE_URL: 'https://service.example', SERVICE_API_KEY_FILE: '/run/key' },
    (path) => (path === '/run/key' ? `\uFEFF ${KEY}\r\n` : ''),
  )
  expect(service?.apiKey.reveal()).toBe(KEY)
})

it('refuses a key that is empty, unreadable, given twice, or that no header can carry, without showing it', () => {
  const withFile = {
    SERVICE_BASE_URL: 'https://service.example',
    SERVICE_API_KEY_FILE: '/no/such/file',
  }
  const messages = [
    refusal(withFile, () => ' \n'),
    refusal(withFile),
    refusal({ ...service, SERVICE_API_KEY: '   ' }),
    refusal({ ...service, SERVICE_API_KEY_FILE: '/run/key' }),
    refusal({ ...service, SERVICE_API_KEY: `${KEY}\nX-Other: 1` }),
    refusal({ ...service, SERVICE_API_KEY: `${KEY} é` }),
  ]
  expect(messages).toEqual([
    expect.stringContaining('SERVICE_API_KEY_FILE holds no key'),
    'SERVICE_API_KEY_FILE cannot be read (ENOENT): "/no/such/file"',
    expect.stringContaining('SERVICE_API_KEY holds no key'),
    expect.stringContaining('SERVICE_API_KEY and SERVICE_API_KEY_FILE are both set'),
    expect.stringContaining('SERVICE_API_KEY holds characters that no header can carry'),
    expect.stringContaining('SERVICE_API_KEY holds characters that no header can carry'),
  ])
})

const SECRET = 'canary-4711 with more than 32 characters'

it('reads a secret from a file, named by the variable with _FILE', () => {
  const files: Record<string, string> = {
    '/run/secret': `${SECRET}\n`,
    '/run/database': 'postgresql://kerbside:canary@db/kerbside\n',
  }
  const given = { KERBSIDE_SECRET_FILE: '/run/secret', DATABASE_URL_FILE: ' /run/database ' }
  const settings = read(given, (path) => files[path]!)
  expect(settings.KERBSIDE_SECRET?.reveal()).toBe(SECRET)
  expect(settings.DATABASE_URL).toBe('postgresql://kerbside:canary@db/kerbside')
  expect(settings.chosen).toEqual(new Set(['KERBSIDE_SECRET', 'DATABASE_URL']))
})

it('refuses a file of a secret that is empty, unreadable, misspelled or beside the variable', () => {
  const given = { KERBSIDE_SECRET_FILE: '/run/secret' }
  expect([
    refusal(given, () => ' \n'),
    refusal({ DATABASE_URL_FILE: '/no/such/file' }),
    refusal({ Redis_Url_File: '/run/redis' }),
    refusal({ ...given, KERBSIDE_SECRET: SECRET }),
    refusal(given, () => 'short-canary'),
  ]).toEqual([
    'KERBSIDE_SECRET_FILE is empty: "/run/secret"',
    'DATABASE_URL_FILE cannot be read (ENOENT): "/no/such/file"',
    'Redis_Url_File is not read: write it as REDIS_URL_FILE',
    'KERBSIDE_SECRET and KERBSIDE_SECRET_FILE are both set: keep one of them',
    expect.stringContaining('KERBSIDE_SECRET must have at least 32 characters; it has 12'),
  ])
})

it('keeps the key out of JSON, templates and inspection', async () => {
  const { inspect } = await import('node:util')
  const settings = read(service)
  expect(
    `${JSON.stringify(settings)} ${inspect(settings, { depth: 9, showHidden: true })}`,
  ).not.toContain(KEY)
  expect(`${settings.service?.apiKey}`).toBe('[secret]')
})

it('allows exactly the demo fleets that the reference service can make', () => {
  expect([LARGEST_VEHICLES, LARGEST_LATITUDE]).toEqual([
    DEMO_VEHICLES_MAXIMUM,
    DEMO_LATITUDE_MAXIMUM,
  ])
  const { REFERENCE_CENTRE: centre, REFERENCE_VEHICLES: vehicles } = read({
    REFERENCE_VEHICLES: '3',
    REFERENCE_CENTRE: '-75, 180',
  })
  expect(createDemoFleet({ centre: centre as Position, vehicles }).size).toBe(3)
})

it.each([
  ['LIVE_PAGE_SIZE', ['0', '1001', '10.5', '1e2', '-1', 'all'], 1000],
  ['LIVE_VEHICLES_MAXIMUM', ['0', '200001', '1.5', '+5'], 200_000],
  ['LIVE_INTERVAL_SECONDS', ['0', '301', '2.5', '5s'], 300],
  ['REFERENCE_VEHICLES', ['100001', 'many'], 100_000],
  ['PORT', ['65536', '0x50'], 65_535],
])('refuses a %s out of range', (name, values, largest) => {
  for (const value of values) {
    expect(refusal({ [name]: value })).toBe(
      `${name} must be a whole number from ${name === 'PORT' ? 0 : 1} to ${largest}; it is ${JSON.stringify(value)}`,
    )
  }
})

const TILES = { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}{r}.png?token=1' }
const OWN_TILES = { ...TILES, MAP_TILE_ATTRIBUTION: '© Tiles' }
const AREAS = [
  { position: { lat: 51.5, lng: -0.1 }, radius: 2000, type: null },
  { position: { lat: 51.53, lng: -0.12 }, radius: 800.5, type: 'taxi' },
]

it.each<[Record<string, string>, object]>([
  // Of a real service nothing is recorded unless that is set, and call signs are read slowly.
  [{}, { RECORDING_HOURS: 2, DIRECTORY_CALLS_PER_SECOND: 10 }],
  [{}, { GEOCODER_URL: null, KERBSIDE_DATA: '/project/.data' }],
  [service, { RECORDING_HOURS: 0, DIRECTORY_CALLS_PER_SECOND: 2, city: null }],
  [{ ...service, RECORDING_HOURS: '8' }, { RECORDING_HOURS: 8 }],
  [{ ...service, DIRECTORY_CALLS_PER_SECOND: '0' }, { DIRECTORY_CALLS_PER_SECOND: 0 }],
  // At most a quarter of all calls.
  [{ ...service, DIRECTORY_CALLS_PER_SECOND: '200' }, { DIRECTORY_CALLS_PER_SECOND: 15 }],
  [{ ...service, SERVICE_CALLS_PER_SECOND: '2' }, { DIRECTORY_CALLS_PER_SECOND: 0.5 }],
  [{ ROAD_TIME_FACTOR: '' }, { ROAD_TIME_FACTOR: 1 }],
  [{ ROAD_TIME_FACTOR: ' 0.2 ' }, { ROAD_TIME_FACTOR: 0.2 }],
  [{ ROAD_TIME_FACTOR: '5' }, { ROAD_TIME_FACTOR: 5 }],
  [OWN_TILES, { ...OWN_TILES, MAP_POSITION: null, chosen: new Set(Object.keys(OWN_TILES)) }],
  // Exactly as the policy lists them.
  [
    { IMAGE_HOSTS: ' Images.example, c.example:8443,' },
    { IMAGE_HOSTS: ['images.example', 'c.example:8443'] },
  ],
  [{ LIVE_PAGE_SIZE: '1000' }, { LIVE_PAGE_SIZE: 1000 }],
  [{ LIVE_VEHICLES_MAXIMUM: '200000' }, { LIVE_VEHICLES_MAXIMUM: 200_000 }],
  [{ LIVE_INTERVAL_SECONDS: ' 1 ' }, { LIVE_INTERVAL_SECONDS: 1 }],
  [{}, { city: { folder: '/project/lib/city/demo', source: 'demo-city' } }],
  [{ CITY_DIR: 'maps/city' }, { city: { folder: '/project/maps/city', source: 'city' } }],
  [{ ...service, CITY_DIR: '/maps' }, { city: { folder: '/maps', source: 'city' } }],
  [{ REFERENCE_FLEET: 'fleet.json' }, { city: null }],
  [{ REFERENCE_CENTRE: '51.5,-0.1' }, { city: null }],
  [{ STATUS_FREE: ' vrij, متاح ' }, { STATUS_FREE: ['vrij', 'متاح'], STATUS_BUSY: [] }],
  [{ RECORD_AREAS: ' 51.5,-0.1,2000; 51.53,-0.12,800.5,taxi;' }, { RECORD_AREAS: AREAS }],
  [
    { GEOCODER_URL: 'https://p.de/api' },
    { GEOCODER_URL: { kind: 'photon', url: 'https://p.de/api/' } },
  ],
  [
    { GEOCODER_URL: 'http://n:8080/search' },
    { GEOCODER_URL: { kind: 'nominatim', url: 'http://n:8080/search' } },
  ],
  [{ KERBSIDE_DATA: '../store' }, { KERBSIDE_DATA: '/store' }],
  [{ KERBSIDE_DATA: '/var/lib/kerbside' }, { KERBSIDE_DATA: '/var/lib/kerbside' }],
  ...[
    ['DATABASE_URL', 'postgresql://kerbside:p%23w@db.example:5432/kerbside?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres:///kerbside?host=/run/postgresql'],
    ['REDIS_URL', 'rediss://cache.example'],
    ['REDIS_URL', 'redis://cache.example:6379/3'],
  ].map(([name = '', url = '']): [Record<string, string>, object] => [
    { [name]: url },
    { [name]: url },
  ]),
])('%j is read as %j', (env, settings) => {
  expect(read(env)).toMatchObject(settings)
})

it.each([
  ['demo data on loopback', {}, {}, false],
  ['demo data on another loopback address', { HOST: '::1' }, {}, false],
  ['demo data on loopback with KERBSIDE_AUTH=on', { KERBSIDE_AUTH: 'on' }, {}, true],
  ['a service on loopback', {}, service, true],
  ['a service on loopback with KERBSIDE_AUTH=off', { KERBSIDE_AUTH: 'off' }, service, false],
  ['demo data in a container', { HOST: '0.0.0.0', PUBLISHED_ON: 'loopback' }, {}, false],
  ['a service in a container', { HOST: '0.0.0.0', PUBLISHED_ON: 'loopback' }, service, true],
  ['demo data on every network', { HOST: '0.0.0.0', KERBSIDE_URL: 'https://k.example' }, {}, true],
  ['a service on every network', { HOST: '::', KERBSIDE_URL: 'https://k.example' }, service, true],
])('whether sign-in is required: %s', (_, env, upstream, isRequired) => {
  expect(read({ ...env, ...upstream }).requiresSignIn).toBe(isRequired)
})

const refused =
  (name: string, message: RegExp) =>
  (value: string): [Record<string, string>, RegExp] => [{ [name]: value }, message]
const NO_GEOCODER = /allowed is the search address of Photon/
const NETWORK = { ...service, HOST: '0.0.0.0', KERBSIDE_AUTH: 'off' }

it.each<[Record<string, string>, RegExp]>([
  [{ SERVICE_API_KEY: KEY }, /^SERVICE_BASE_URL is missing: SERVICE_API_KEY is set/],
  [{ SERVICE_API_KEY_FILE: '/key' }, /^SERVICE_BASE_URL is missing: SERVICE_API_KEY_FILE/],
  [{ SERVICE_API_KEY_BEFORE: KEY }, /^SERVICE_BASE_URL is missing: SERVICE_API_KEY_BEFORE/],
  [
    { SERVICE_BASE_URL: 'https://s.example' },
    /^SERVICE_API_KEY \(or SERVICE_API_KEY_FILE\) is missing/,
  ],
  [
    { HOST: '0.0.0.0', PUBLISHED_ON: 'loopback', KERBSIDE_URL: 'https://k.example' },
    /^PUBLISHED_ON=loopback says that only this machine reaches Kerbside/,
  ],
  // Settings of the demo fleet without effect.
  [{ ...service, REFERENCE_VEHICLES: '10' }, /^REFERENCE_VEHICLES has no effect/],
  [{ REFERENCE_FLEET: 'fleet.json', REFERENCE_CENTRE: '1,2' }, /unset them/],
  [{ REFERENCE_CENTRE: '75.1,0' }, /within 75 degrees/],
  [{ MAP_POSITION: '91,0' }, /MAP_POSITION must be lat,lng/],
  [{ REFERENCE_CENTRE: 'London\n' }, /REFERENCE_CENTRE must be lat,lng/],
  [{ MAP_TILE_URL: 'file:///{z}/{x}/{y}', MAP_TILE_ATTRIBUTION: 'T' }, /http:\/\/ or https:\/\//],
  [{ MAP_TILE_URL: 'https://tiles.example/{z}/{x}', MAP_TILE_ATTRIBUTION: 'T' }, /missing: \{y\}/],
  [
    { MAP_TILE_URL: 'https://{s}.t.example/{z}/{x}/{y}', MAP_TILE_ATTRIBUTION: 'T' },
    /it has \{s\}/,
  ],
  [
    { MAP_TILE_URL: 'https://{z}.t.example/{z}/{x}/{y}', MAP_TILE_ATTRIBUTION: 'T' },
    /without placeholders/,
  ],
  [
    { MAP_TILE_URL: 'https://user@t.example/{z}/{x}/{y}', MAP_TILE_ATTRIBUTION: 'T' },
    /without a user name/,
  ],
  [
    TILES,
    /^MAP_TILE_ATTRIBUTION is missing: the tiles of tiles.example need their own credit line$/,
  ],
  [{ ...TILES, MAP_TILE_ATTRIBUTION: '<a>Tiles</a>' }, /plain text/],
  ...[
    'https://i.example',
    '*.example',
    "'unsafe-inline'",
    'a b',
    'i.example/x',
    'x; script-src *',
  ].map(refused('IMAGE_HOSTS', /^IMAGE_HOSTS must be host names/)),
  [{ STATUS_FREE: 'vrij,', STATUS_BUSY: 'x' }, /^STATUS_FREE must be words/],
  [
    { STATUS_FREE: 'Op weg', STATUS_BUSY: 'op-weg' },
    /"op-weg" stands in both STATUS_FREE and STATUS_BUSY/,
  ],
  [{ RECORDING_HOURS: '721' }, /RECORDING_HOURS/],
  ...['51.5,-0.1', '51.5,-0.1,-2', '91,0,5', '1,2,3,taxi,van', 'Station'].map((wrong) =>
    refused('RECORD_AREAS', new RegExp(`one is "${wrong}"`))(`51.5,-0.1,2000;${wrong}`),
  ),
  [{ RECORD_AREAS: '1,2,3;'.repeat(21) }, /21 areas, 20 at most/],
  [{ ...service, RECORD_AREAS: '1,2,3' }, /set RECORDING_HOURS too/],
  [{ DIRECTORY_CALLS_PER_SECOND: '-1' }, /DIRECTORY_CALLS_PER_SECOND/],
  ...['', '/', '/api?q='].map((path) =>
    refused('GEOCODER_URL', NO_GEOCODER)(`https://p.example${path}`),
  ),
  ...['p.example', 'https://u:secret@p.example/api', 'ftp://p.example/api'].map(
    refused('GEOCODER_URL', NO_GEOCODER),
  ),
  [NETWORK, /KERBSIDE_AUTH=off.*loopback.*0\.0\.0\.0/],
  [{ ...service, HOST: '192.0.2.1' }, /KERBSIDE_URL is missing: HOST=192\.0\.2\.1/],
  [{ KERBSIDE_AUTH: 'no' }, /KERBSIDE_AUTH must be on or off; it is "no"/],
  [{ KERBSIDE_URL: 'http://k.example' }, /KERBSIDE_URL must be https/],
  [{ KERBSIDE_URL: 'https://k.example/map' }, /KERBSIDE_URL must be https/],
  [
    { KERBSIDE_SECRET: 'short-canary' },
    /KERBSIDE_SECRET must have at least 32 characters; it has 12/,
  ],
  [
    { KERBSIDE_AUTH: 'off', KERBSIDE_URL: 'https://k.example' },
    /^KERBSIDE_AUTH=off says that only this machine reaches Kerbside, and KERBSIDE_URL is https:/,
  ],
  [{ OIDC_ISSUER: 'https://id.example?tenant=1' }, /^OIDC_ISSUER must .* without user, query or/],
  [{ OIDC_ISSUER: 'https://id.example/#a' }, /^OIDC_ISSUER must .* without user, query or/],
  [{ OIDC_ISSUER: 'https://id.example' }, /OIDC_CLIENT_ID and OIDC_CLIENT_SECRET missing/],
  [{ AUDIT_RETENTION_DAYS: '0' }, /AUDIT_RETENTION_DAYS must be a whole number from 1/],
  [{ TRUSTED_PROXY: '10.0.0.0/' }, /TRUSTED_PROXY must be addresses.*"10.0.0.0\/"/],
  [{ TRUSTED_PROXY: 'nginx' }, /TRUSTED_PROXY must be addresses.*"nginx"/],
  ...['mysql://root:geheim@db/name', 'host=db password=geheim', 'postgresql:///geheim'].map(
    refused('DATABASE_URL', /^DATABASE_URL must be an address such as/),
  ),
  [{ DATABASE_URL: 'postgresql://k:geheim#1@db/name' }, /^DATABASE_URL must be an address such as/],
  ...['http://:geheim@cache', 'cache.example:6379?geheim'].map(
    refused('REDIS_URL', /^REDIS_URL must be an address such as/),
  ),
  [{ REDIS_URL: 'redis://:geheim@cache.example/fleet' }, /^REDIS_URL must end with/],
  ...['0', '0.19', '5.01', '-1', '1,3', '1e0', '.5', '130%'].map(
    refused(
      'ROAD_TIME_FACTOR',
      /^ROAD_TIME_FACTOR must be a number from 0.2 to 5, such as 1.3; it is "/,
    ),
  ),
])('%j is refused, without repeating a secret: %s', (env, message) => {
  expect(refusal(env)).toMatch(message)
})

it('shows host and database in a message, never user or password', () => {
  expect(describeUrl('postgresql://kerbside:geheim@db.example:5433/fleet')).toBe(
    'db.example:5433/fleet',
  )
})

it('tells pages only what is theirs, and nothing that is secret or leads elsewhere', () => {
  const told = pageSettings(read({ ...service, STATUS_FREE: 'vrij', SERVICE_TIMEOUT_SECONDS: '9' }))
  expect(told).toMatchObject({ SERVICE_TIMEOUT_SECONDS: 9, STATUS_FREE: ['vrij'], STATUS_BUSY: [] })
  expect(told).not.toHaveProperty('LIVE_PAGE_SIZE')
  for (const name of Object.keys(told)) expect(name).not.toMatch(/KEY|SECRET|URL|PROXY|DATA|HOST/)
  for (const value of Object.values(service)) expect(JSON.stringify(told)).not.toContain(value)
})

it('refuses the name of a setting in another spelling, which would leave it at its default', () => {
  expect(refusal({ service_base_url: 'https://service.example' })).toBe(
    'service_base_url is not read: write it as SERVICE_BASE_URL',
  )
  expect(refusal({ 'SERVICE-API-KEY': 'x' })).toContain('write it as SERVICE_API_KEY')
  expect(refusal({ Map_Position: '51.5,-0.1' })).toContain('write it as MAP_POSITION')
  expect(read({ https_proxy: 'http://proxy.example:3128', port: '' }).service).toBeNull()
})

it.each([
  ['HTTPS_PROXY', 'proxy.example:3128', 'is no http:// or https:// address'],
  ['HTTP_PROXY', 'ftp://proxy.example', 'is no http:// or https:// address'],
  ['https_proxy', 'proxy.example:3128', 'https_proxy is no http:// or https:// address'],
  ['http_proxy', 'socks5://proxy.example', 'http_proxy is no http:// or https:// address'],
  ['HTTPS_PROXY', 'secret@proxy', 'is no http:// or https:// address'],
])('refuses %s=%s', (name, value, message) => {
  expect(refusal({ [name]: value })).toContain(message)
})
