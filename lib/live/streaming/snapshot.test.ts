import { expect, test } from 'vitest'
import type { LiveMeta } from '@/lib/contract/live'
import { vehicle } from '@/lib/testing/vehicles'
import { Snapshot } from './snapshot'

const meta = { ageMs: 0, failure: null } as LiveMeta

function snapshotOf(count: number) {
  const records = Array.from({ length: count }, (_, index) => vehicle(`v-${index}`))
  return new Snapshot(records, { version: 'e1.3', sequence: 3, meta, madeAtMs: 0 })
}

test('a part is encoded once and shared, until there is a newer list', () => {
  const snapshot = snapshotOf(1001)
  expect(snapshot.parts).toBe(2)
  expect(snapshot.part(1)).toBe(snapshot.part(1))
  const before = snapshot.part(1)?.encoded.bytes
  snapshot.stopSharing()
  expect(snapshot.part(1)).not.toBe(snapshot.part(1))
  expect(snapshot.part(1)?.encoded.bytes).toEqual(before)
  snapshot.release()
  expect(snapshot.part(1)).toBeNull()
})

test('an empty list is one part', () => {
  const text = new TextDecoder().decode(snapshotOf(0).part(0)?.encoded.bytes)
  expect(text).toMatch(/^event: snapshot\nid: e1\.3\ndata: \{.*"part":0,"parts":1,"vehicles":\[\],/)
})
