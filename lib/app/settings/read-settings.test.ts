import { expect, it } from 'vitest'
import type { Position } from '@/lib/interface/resources'
import {
  createDemoFleet,
  DEMO_LATITUDE_MAXIMUM,
  DEMO_VEHICLES_MAXIMUM,
} from '@/lib/reference/demo/demo-fleet'
import { ConfigError } from './config-error'
import { describeUrl } from './parsers'
import { pageSettings, readSettings } from './read-settings'
import { LARGEST_LATITUDE, LARGEST_VEHICLES } from './variables'

const KEY = 'canary-4711'
const read = (env: Record<string, string>, readText?: (path: string) => string) =>
  readSettings(env, '/project', readText)
const service = { SERVICE_BASE_URL: 'https://service.example', SERVICE_API_KEY: KEY }

function refusal(env: Record<string, string>, readText?: (path: string) => string): string {
  try {
    read(env, readText)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the configuration was accepted')
}

it('chooses the demo city when nothing is set, or only empty variables are', () => {
  const settings = read({})
  expect(settings).toMatchObject({ service: null, REFERENCE_FLEET: null, IMAGE_HOSTS: [], chosen: new Set() })
  const empty = { SERVICE_BASE_URL: '', SERVICE_API_KEY: '', REFERENCE_FLEET: ' ', MAP_POSITION: '' }
  expect(read(empty)).toEqual(settings)
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
  expect(message).not.toContain(KEY)
})

it('names the missing one of address and key', () => {
  expect(refusal({ SERVICE_API_KEY: KEY })).toMatch(/^SERVICE_BASE_URL is missing: SERVICE_API_KEY is set/)
  expect(refusal({ SERVICE_API_KEY_FILE: '/key' })).toMatch(
    /^SERVICE_BASE_URL is missing: SERVICE_API_KEY_FILE/,
  )
  expect(refusal({ SERVICE_BASE_URL: 'https://service.example' })).toMatch(
    /^SERVICE_API_KEY \(or SERVICE_API_KEY_FILE\) is missing/,
  )
})

it('reads the key from a file, without the white space around it', () => {
  const { service } = read(
    { SERVICE_BASE_URL: 'https://service.example', SERVICE_API_KEY_FILE: '/run/key' },
    (path) => (path === '/run/key' ? `\uFEFF ${KEY}\r\n` : ''),
  )
  expect(service?.apiKey.reveal()).toBe(KEY)
})

it('refuses a key that is empty, unreadable, given twice, or that no header can carry, without showing it', () => {
  const withFile = { SERVICE_BASE_URL: 'https://service.example', SERVICE_API_KEY_FILE: '/no/such/file' }
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
  for (const message of messages) expect(message).not.toMatch(new RegExp(`${KEY}|\n`))
})

it('keeps the key out of JSON, templates and inspection', async () => {
  const { inspect } = await import('node:util')
  const settings = read(service)
  expect(`${JSON.stringify(settings)} ${inspect(settings, { depth: 9, showHidden: true })}`).not.toContain(
    KEY,
  )
  expect(`${settings.service?.apiKey}`).toBe('[secret]')
})

it('refuses settings of the demo fleet that would have no effect', () => {
  expect(refusal({ ...service, REFERENCE_VEHICLES: '10' })).toMatch(/^REFERENCE_VEHICLES has no effect/)
  expect(refusal({ REFERENCE_FLEET: 'fleet.json', REFERENCE_CENTRE: '1,2' })).toContain('unset them')
})

it('takes a factor on times by road from 0.2 to 5', () => {
  const factors = ['', '1.35', ' 0.2 ', '5'].map((text) => read({ ROAD_TIME_FACTOR: text }).ROAD_TIME_FACTOR)
  expect(factors).toEqual([1, 1.35, 0.2, 5])
  for (const value of ['0', '0.19', '5.01', '-1', '1,3', '1e0', '.5', '130%'])
    expect(refusal({ ROAD_TIME_FACTOR: value })).toBe(
      `ROAD_TIME_FACTOR must be a number from 0.2 to 5, such as 1.3; it is ${JSON.stringify(value)}`,
    )
})

it('allows exactly the demo fleets that the reference service can make', () => {
  expect([LARGEST_VEHICLES, LARGEST_LATITUDE]).toEqual([DEMO_VEHICLES_MAXIMUM, DEMO_LATITUDE_MAXIMUM])
  const { REFERENCE_CENTRE: centre, REFERENCE_VEHICLES: vehicles } = read({
    ...{ REFERENCE_VEHICLES: '3', REFERENCE_CENTRE: '-75, 180' },
  })
  expect(createDemoFleet({ centre: centre as Position, vehicles }).size).toBe(3)
  expect(refusal({ REFERENCE_CENTRE: '75.1,0' })).toContain('within 75 degrees')
})

it('refuses a position that is none', () => {
  expect(refusal({ MAP_POSITION: '91,0' })).toContain('MAP_POSITION must be lat,lng')
  expect(refusal({ REFERENCE_CENTRE: 'London\n' })).toContain('REFERENCE_CENTRE must be lat,lng')
})

it.each([
  ['file:///{z}/{x}/{y}', 'http:// or https://'],
  ['https://tiles.example/{z}/{x}', 'missing: {y}'],
  ['https://{s}.tiles.example/{z}/{x}/{y}', 'it has {s}'],
  ['https://{z}.tiles.example/{z}/{x}/{y}', 'name its host without placeholders'],
  ['https://user@tiles.example/{z}/{x}/{y}', 'without a user name'],
])('refuses the tiles %s', (url, what) => {
  expect(refusal({ MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: 'Tiles' })).toContain(what)
})

it('requires a credit line for other tiles, as plain text', () => {
  const MAP_TILE_URL = 'https://tiles.example/{z}/{x}/{y}{r}.png?token=1'
  expect(refusal({ MAP_TILE_URL })).toBe(
    'MAP_TILE_ATTRIBUTION is missing: the tiles of tiles.example need their own credit line',
  )
  expect(refusal({ MAP_TILE_URL, MAP_TILE_ATTRIBUTION: '<a>Tiles</a>' })).toContain('plain text')
  expect(read({ MAP_TILE_URL, MAP_TILE_ATTRIBUTION: '© Tiles' })).toMatchObject({
    MAP_POSITION: null,
    MAP_TILE_URL,
    MAP_TILE_ATTRIBUTION: '© Tiles',
    chosen: new Set(['MAP_TILE_URL', 'MAP_TILE_ATTRIBUTION']),
  })
})

it('reads the hosts of pictures exactly as the policy lists them', () => {
  expect(read({ IMAGE_HOSTS: ' Images.example, cdn.example:8443,' }).IMAGE_HOSTS).toEqual([
    'images.example',
    'cdn.example:8443',
  ])
})

it.each([
  'https://images.example',
  '*.example',
  "'unsafe-inline'",
  'a b',
  'images.example/x',
  'x; script-src *',
])('refuses %s as a host of pictures', (host) => {
  expect(refusal({ IMAGE_HOSTS: host })).toMatch(/^IMAGE_HOSTS must be host names/)
})

it('takes the page size, the most vehicles and the shortest interval of the live map', () => {
  const env = { LIVE_PAGE_SIZE: '1000', LIVE_VEHICLES_MAXIMUM: '200000', LIVE_INTERVAL_SECONDS: ' 1 ' }
  expect(read(env)).toMatchObject({
    ...{ LIVE_PAGE_SIZE: 1000, LIVE_VEHICLES_MAXIMUM: 200_000, LIVE_INTERVAL_SECONDS: 1 },
  })
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

it('takes a folder for map, roads and addresses, relative to the project’s folder; the demo city is one', () => {
  expect(read({}).city).toEqual({ folder: '/project/lib/city/demo', source: 'demo-city' })
  expect(read({ CITY_DIR: 'maps/city' }).city).toEqual({ folder: '/project/maps/city', source: 'city' })
  expect(read({ ...service, CITY_DIR: '/maps' }).city).toEqual({ folder: '/maps', source: 'city' })
  for (const name of ['REFERENCE_FLEET', 'REFERENCE_CENTRE'])
    expect(read({ [name]: '51.5,-0.1' }).city).toBeNull()
  expect(read(service).city).toBeNull()
  expect(refusal({ MAP_FILE: 'city.pmtiles' })).toBe(
    'MAP_FILE is no longer a setting: rename the file to map.pmtiles, and name its folder in CITY_DIR',
  )
  expect(refusal({ ROADS_FILE: 'city.osm.pbf' })).toContain(
    '`npm run city -- --osm region.osm.pbf --out city`',
  )
})

it('words for a status are read from commas, and stand in one setting only', () => {
  expect(read({ STATUS_FREE: ' vrij, متاح ', STATUS_OFF: 'afgemeld' })).toMatchObject({
    STATUS_FREE: ['vrij', 'متاح'],
    STATUS_BUSY: [],
    STATUS_OFF: ['afgemeld'],
  })
  expect(() => read({ STATUS_FREE: 'vrij,', STATUS_BUSY: 'x' })).toThrow(/^STATUS_FREE must be words/)
  expect(() => read({ STATUS_FREE: 'Op weg', STATUS_BUSY: 'op-weg' })).toThrow(
    '"op-weg" stands in both STATUS_FREE and STATUS_BUSY',
  )
})

it('records nothing of a real service unless that is set', () => {
  expect(read({}).RECORDING_HOURS).toBe(2)
  expect(read(service).RECORDING_HOURS).toBe(0)
  expect(read({ ...service, RECORDING_HOURS: '8' }).RECORDING_HOURS).toBe(8)
  expect(refusal({ RECORDING_HOURS: '721' })).toContain('RECORDING_HOURS')
})

it('records areas always that RECORD_AREAS names, and says what replaced the calls for them', () => {
  expect(read({ RECORD_AREAS: ' 51.5,-0.1,2000; 51.53,-0.12,800.5,taxi;' }).RECORD_AREAS).toEqual([
    { position: { lat: 51.5, lng: -0.1 }, radius: 2000, type: null },
    { position: { lat: 51.53, lng: -0.12 }, radius: 800.5, type: 'taxi' },
  ])
  for (const wrong of ['51.5,-0.1', '51.5,-0.1,-2', '91,0,5', '1,2,3,taxi,van', 'Station'])
    expect(refusal({ RECORD_AREAS: `51.5,-0.1,2000;${wrong}` })).toContain(`one is "${wrong}"`)
  expect(refusal({ RECORD_AREAS: '1,2,3;'.repeat(21) })).toContain('21 areas, 20 at most')
  expect(refusal({ ...service, RECORD_AREAS: '1,2,3' })).toContain('set RECORDING_HOURS too')
  expect(refusal({ RECORDING_CALLS_PER_SECOND: '2' })).toBe(
    'RECORDING_CALLS_PER_SECOND is no longer a setting: remove it. RECORD_AREAS names the areas that are recorded always',
  )
})

it('reads call signs slowly from a service, faster from demo data, and at most with a quarter of all calls', () => {
  const rate = (env: Record<string, string>) => read(env).DIRECTORY_CALLS_PER_SECOND
  expect([rate({}), rate(service)]).toEqual([10, 2])
  expect(rate({ ...service, DIRECTORY_CALLS_PER_SECOND: '0' })).toBe(0)
  expect(rate({ ...service, DIRECTORY_CALLS_PER_SECOND: '200' })).toBe(15)
  expect(rate({ ...service, SERVICE_CALLS_PER_SECOND: '2' })).toBe(0.5)
  expect(refusal({ DIRECTORY_CALLS_PER_SECOND: '-1' })).toContain('DIRECTORY_CALLS_PER_SECOND')
})

it('tells the geocoders apart by their path', () => {
  const geocoder = (GEOCODER_URL: string) => read({ GEOCODER_URL }).GEOCODER_URL
  expect(read({}).GEOCODER_URL).toBeNull()
  expect(geocoder('https://photon.example/api')).toEqual({
    kind: 'photon',
    url: 'https://photon.example/api/',
  })
  expect(geocoder('http://10.0.0.7:8080/nominatim/search')).toEqual({
    kind: 'nominatim',
    url: 'http://10.0.0.7:8080/nominatim/search',
  })
  for (const GEOCODER_URL of [
    'photon.example',
    'https://photon.example/',
    'https://u:secret@photon.example/api',
    'ftp://photon.example/api',
    'https://photon.example/api?q=',
  ]) {
    const message = refusal({ GEOCODER_URL })
    expect(message).toContain('GEOCODER_URL is not such an address; allowed is the search address of Photon')
    expect(message).not.toContain('secret')
  }
})

it.each([
  ['demo data on loopback', {}, {}, false],
  ['demo data on another loopback address', { HOST: '::1' }, {}, false],
  ['demo data on loopback with KERBSIDE_AUTH=on', { KERBSIDE_AUTH: 'on' }, {}, true],
  ['a service on loopback', {}, service, true],
  ['a service on loopback with KERBSIDE_AUTH=off', { KERBSIDE_AUTH: 'off' }, service, false],
  ['demo data on every network', { HOST: '0.0.0.0', KERBSIDE_URL: 'https://k.example' }, {}, true],
  ['a service on every network', { HOST: '::', KERBSIDE_URL: 'https://k.example' }, service, true],
])('whether sign-in is required: %s', (_, env, upstream, isRequired) => {
  expect(read({ ...env, ...upstream }).requiresSignIn).toBe(isRequired)
})

it.each([
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
  [
    'a network without its length',
    { TRUSTED_PROXY: '10.0.0.0/' },
    /TRUSTED_PROXY must be addresses.*"10.0.0.0\/"/,
  ],
  ['a proxy without an address', { TRUSTED_PROXY: 'nginx' }, /TRUSTED_PROXY must be addresses.*"nginx"/],
])('%s is refused', (_, env, message) => {
  expect(() => read({ ...env, ...service })).toThrow(message)
  expect(() => read({ ...env, ...service })).not.toThrow(/canary/)
})

it('keeps the store in .data of the project, or in another folder, from the project’s unless it is absolute', () => {
  const folder = (env: Record<string, string>) => read(env).KERBSIDE_DATA
  expect(folder({})).toBe('/project/.data')
  expect(folder({ KERBSIDE_DATA: '../store' })).toBe('/store')
  expect(folder({ KERBSIDE_DATA: '/var/lib/kerbside' })).toBe('/var/lib/kerbside')
  expect(read({ DATABASE_URL: ' ', REDIS_URL: '' })).toMatchObject({ DATABASE_URL: null, REDIS_URL: null })
})

it.each([
  ['DATABASE_URL', 'postgresql://kerbside:p%23w@db.example:5432/kerbside?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres:///kerbside?host=/run/postgresql'],
  ['REDIS_URL', 'rediss://cache.example'],
  ['REDIS_URL', 'redis://cache.example:6379/3'],
] as const)('takes as %s %s', (name, value) => {
  expect(read({ [name]: value })[name]).toBe(value)
})

it.each([
  ['DATABASE_URL', 'mysql://root:geheim@db/name'],
  ['DATABASE_URL', 'host=db password=geheim'],
  ['DATABASE_URL', 'postgresql://kerbside:geheim#1@db/name'],
  ['DATABASE_URL', 'postgresql:///geheim'],
  ['REDIS_URL', 'http://:geheim@cache'],
  ['REDIS_URL', 'cache.example:6379?geheim'],
])('nonsense in %s is refused by its name, without its value: %s', (name, value) => {
  const attempt = () => read({ [name]: value })
  expect(attempt).toThrow(ConfigError)
  expect(attempt).toThrow(new RegExp(`^${name} must be an address such as`))
  expect(attempt).not.toThrow(/geheim/)
})

it('refuses a database of Redis that is no number', () => {
  expect(() => read({ REDIS_URL: 'redis://:geheim@cache.example/fleet' })).toThrow(
    /^REDIS_URL must end with(?!.*geheim)/,
  )
})

it('shows host and database in a message, never user or password', () => {
  expect(describeUrl('postgresql://kerbside:geheim@db.example:5433/fleet')).toBe('db.example:5433/fleet')
})

it('tells pages only what is theirs, and nothing that is secret or leads elsewhere', () => {
  const told = pageSettings(read({ ...service, STATUS_FREE: 'vrij', SERVICE_TIMEOUT_SECONDS: '9' }))
  expect(told).toMatchObject({ SERVICE_TIMEOUT_SECONDS: 9, STATUS_FREE: ['vrij'], STATUS_BUSY: [] })
  expect(told).not.toHaveProperty('LIVE_PAGE_SIZE')
  for (const name of Object.keys(told)) expect(name).not.toMatch(/KEY|SECRET|URL|PROXY|DATA|HOST/)
  for (const value of Object.values(service)) expect(JSON.stringify(told)).not.toContain(value)
})
