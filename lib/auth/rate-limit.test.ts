import { expect, test } from 'vitest'
import { PASSWORD, withTestAuth } from '@/lib/testing/auth'

const kerbside = withTestAuth('administrator', 'viewer')

function guess(number: number, address: string): Promise<Response> {
  return kerbside.enter(`made-up-${number}@nowhere.example`, 'guess', { address })
}

test('an address has twenty failures over all accounts; accounts known there are left aside', async () => {
  const address = '198.51.100.1'
  const enter = () => kerbside.enter('viewer@kerbside.example', PASSWORD, { address })
  expect((await enter()).status).toBe(200)
  const statuses: number[] = []
  for (let number = 0; number < 22; number++) statuses.push((await guess(number, address)).status)
  expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
  expect((await enter()).status).toBe(200)
  const other = await kerbside.enter('administrator@kerbside.example', PASSWORD, { address })
  expect([other.status, Number(other.headers.get('retry-after')) > 800]).toEqual([429, true])
})

test('two hundred sign-ins with made-up accounts are one entry', async () => {
  const address = '198.51.100.77'
  await Promise.all(Array.from({ length: 200 }, (_, number) => guess(number, address)))
  const written = (await kerbside.written()).filter((entry) => entry.address === address)
  expect(written.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^made-up-\d+@nowhere\.example$/),
  ])
})
