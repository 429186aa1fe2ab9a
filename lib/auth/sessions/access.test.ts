import { expect, test } from 'vitest'
import { createOpenAccess } from './access'
import { createOrigins } from './origins'

async function admits(origin: string | null, headers: Record<string, string>): Promise<boolean> {
  const { admit } = createOpenAccess(createOrigins(origin))
  return admit(new Request('http://127.0.0.1:3000/api/vehicles/v-7', { headers }), 'dispatcher').then(
    () => true,
    () => false,
  )
}

test('without signing in, what is on this machine is for pages of this machine', async () => {
  const ours = { host: '127.0.0.1:3000' }
  expect(await admits(null, ours)).toBe(true)
  expect(await admits(null, { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(await admits('https://kerbside.example', { host: 'kerbside.example' })).toBe(true)
  expect(await admits(null, { host: 'elsewhere.example', 'sec-fetch-site': 'same-origin' })).toBe(false)
  // A name of somebody else's that leads to this machine, whether or not Kerbside has a name itself.
  expect(await admits('https://kerbside.example', { host: 'elsewhere.example:3000' })).toBe(false)
  expect(await admits('https://kerbside.example', { host: '127.0.0.1:3000' })).toBe(true)
  expect(await admits(null, { ...ours, origin: 'https://elsewhere.example' })).toBe(false)
  expect(await admits(null, { ...ours, 'sec-fetch-site': 'cross-site' })).toBe(false)
})
