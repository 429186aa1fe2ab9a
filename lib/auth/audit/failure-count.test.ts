import { expect, test } from 'vitest'
import type { NewAuditEntry } from './audit'
import { createFailureCount } from './audit'

const QUARTER_MS = 15 * 60_000

function createCount() {
  const written: NewAuditEntry[] = []
  let nowMs = 0
  const failures = createFailureCount({ write: async (entry) => void written.push(entry) }, () => nowMs)
  const fail = (address: string | null, subject = 'nobody@kerbside.example') =>
    failures.add({
      principal: { operator: null, address },
      action: 'sign-in',
      subject,
      outcome: 'sign-in-failed',
      requestId: 'r',
    })
  return {
    failures,
    fail,
    pass: (ms: number) => {
      nowMs += ms
    },
    subjects: () => written.map(({ principal, subject }) => [principal.address, subject]),
  }
}

test('1,000 failures of an address are two entries, the second with the number of the others', async () => {
  const { failures, fail, pass, subjects } = createCount()
  await Promise.all(Array.from({ length: 1000 }, (_, guess) => fail('192.0.2.1', `made-up-${guess}`)))
  await failures.flush()
  expect(subjects()).toEqual([['192.0.2.1', 'made-up-0']])
  pass(QUARTER_MS)
  await failures.flush()
  await failures.flush()
  expect(subjects()).toEqual([
    ['192.0.2.1', 'made-up-0'],
    ['192.0.2.1', 'unknown accounts: 999 more'],
  ])
})

test('the next quarter of an hour has its own entries, and an IPv6 network is one address', async () => {
  const { fail, pass, subjects } = createCount()
  await fail('2001:db8::1', 'first')
  await fail('2001:db8::2', 'second')
  await fail(null, 'elsewhere')
  pass(QUARTER_MS)
  await fail('2001:db8::3', 'third')
  expect(subjects()).toEqual([
    ['2001:db8::1', 'first'],
    [null, 'elsewhere'],
    ['2001:db8::1', 'unknown accounts: 1 more'],
    ['2001:db8::3', 'third'],
  ])
})

test('a stop writes what is still counted', async () => {
  const { failures, fail, subjects } = createCount()
  await fail('192.0.2.1')
  await fail('192.0.2.1')
  await failures.flush('all')
  expect(subjects()[1]).toEqual(['192.0.2.1', 'unknown accounts: 1 more'])
})
