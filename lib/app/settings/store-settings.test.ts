import { expect, test } from 'vitest'
import { ConfigError } from './config-error'
import { describeUrl } from './parsers/store'
import { readStoreSettings } from './read-settings'

const read = (env: Record<string, string>) => readStoreSettings(env, '/project')

test('without a variable the store is in .data of the project', () => {
  expect(read({ DATABASE_URL: ' ', REDIS_URL: '' })).toEqual({
    folder: '/project/.data',
    database: { kind: 'pglite', folder: '/project/.data' },
    redisUrl: null,
  })
})

test('KERBSIDE_DATA names another folder, from the project’s unless it is absolute', () => {
  expect(read({ KERBSIDE_DATA: '../store' }).database).toEqual({ kind: 'pglite', folder: '/store' })
  expect(read({ KERBSIDE_DATA: '/var/lib/kerbside' }).database).toMatchObject({ folder: '/var/lib/kerbside' })
})

test('DATABASE_URL selects PostgreSQL, REDIS_URL a shared Redis', () => {
  const url = 'postgresql://kerbside:p%23w@db.example:5432/kerbside?sslmode=verify-full'
  expect(read({ DATABASE_URL: url, REDIS_URL: 'rediss://cache.example', KERBSIDE_DATA: 'x' })).toEqual({
    folder: '/project/x',
    database: { kind: 'postgresql', url },
    redisUrl: 'rediss://cache.example',
  })
  const socket = 'postgres:///kerbside?host=/run/postgresql'
  expect(read({ DATABASE_URL: socket }).database).toMatchObject({ url: socket })
})

test.each([
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

test('a database of Redis is a number', () => {
  expect(read({ REDIS_URL: 'redis://cache.example:6379/3' }).redisUrl).toMatch(/3$/)
  expect(() => read({ REDIS_URL: 'redis://:geheim@cache.example/fleet' })).toThrow(
    /^REDIS_URL must end with(?!.*geheim)/,
  )
})

test('a message shows host and database, never user or password', () => {
  expect(describeUrl('postgresql://kerbside:geheim@db.example:5433/fleet')).toBe('db.example:5433/fleet')
})
