import { expect, test } from 'vitest'
import { createOpenAccess } from './access'
import { createOrigins } from './origins'

async function isAllowed(origin: string | null, headers: Record<string, string>): Promise<boolean> {
  const { authorize } = createOpenAccess(createOrigins(origin))
  return authorize(
    new Request('http://127.0.0.1:3000/api/vehicles/v-7', { headers }),
    'dispatcher',
  ).then(
    () => true,
    () => false,
  )
}

test('without sign-in, only pages of this machine are served', async () => {
  const ours = { host: '127.0.0.1:3000' }
  expect(await isAllowed(null, ours)).toBe(true)
  expect(await isAllowed(null, { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' })).toBe(
    true,
  )
  expect(await isAllowed('https://kerbside.example', { host: 'kerbside.example' })).toBe(true)
  expect(
    await isAllowed(null, { host: 'elsewhere.example', 'sec-fetch-site': 'same-origin' }),
  ).toBe(false)
  // DNS rebinding, with and without KERBSIDE_URL.
  expect(await isAllowed('https://kerbside.example', { host: 'elsewhere.example:3000' })).toBe(
    false,
  )
  expect(await isAllowed('https://kerbside.example', { host: '127.0.0.1:3000' })).toBe(true)
  expect(await isAllowed(null, { ...ours, origin: 'https://elsewhere.example' })).toBe(false)
  expect(await isAllowed(null, { ...ours, 'sec-fetch-site': 'cross-site' })).toBe(false)
})
