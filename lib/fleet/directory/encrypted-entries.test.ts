import { expect, test } from 'vitest'
import { createEncryption } from '@/lib/store/encryption'
import type { Store } from '@/lib/store/store'
import { createTestClock } from '@/lib/testing/clock'
import { describeOnEach } from '@/lib/testing/stores'
import { createEncryptedEntries, SYNC_MS } from './encrypted-entries'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const ODD_IDS = ['a b', '🚕'.repeat(128), '50%', '__proto__']

describeOnEach('entries by vehicle', (store) => {
  const clock = createTestClock()
  let kinds = 0

  /** Nodes that share the entries of one kind. */
  function kindOf() {
    const kind = `kind${++kinds}`
    return (
      key = 'key',
      open: () => Promise<Store> = async () => store(),
      earlier: readonly string[] = [],
      sinceMs?: (value: unknown) => number,
    ) => {
      const held = new Map<string, unknown>()
      const lines: string[] = []
      const written = { entries: 0 }
      const encryption = createEncryption(key, 'https://service.example', earlier)
      const entries = createEncryptedEntries<unknown>({
        store: open,
        encryption: {
          ...encryption,
          async encrypt(text, purpose) {
            written.entries += JSON.parse(text).length
            return encryption.encrypt(text, purpose)
          },
        },
        kind,
        all: () => held,
        sinceMs,
        onStored(stored) {
          for (const [id, value] of stored) held.set(id, value)
        },
        clock,
        log: (line) => lines.push(line),
      })
      return {
        held,
        lines,
        written,
        entries,
        put(id: string, value: unknown) {
          held.set(id, value)
          entries.put(id, value)
        },
        /** What the store has, read by a node that starts now. */
        async read() {
          await entries.sync()
          return held
        },
      }
    }
  }

  async function segmentCount(): Promise<number> {
    const { rows } = await store().query('select count(*)::int as count from vehicle_segments')
    return Number(rows[0]?.count)
  }

  test('what one node wrote, the others and the next start read, whatever the ids', async () => {
    const node = kindOf()
    const one = node()
    const other = node()
    for (const id of ODD_IDS) one.put(id, { name: id })
    one.put('v-7', 'old')
    await one.entries.sync()
    one.put('v-7', 'new')
    await one.entries.stop()
    await other.entries.sync()
    expect(other.held).toEqual(one.held)
    const next = node()
    await next.entries.start()
    expect([next.held.get('v-7'), next.held.get('__proto__')]).toEqual([
      'new',
      { name: '__proto__' },
    ])
    await next.entries.stop()
  })

  test('nothing of it can be read in the store, nor with another key', async () => {
    const node = kindOf()
    const one = node()
    one.put('vehicle-canary', 'CANARY')
    await one.entries.sync()
    expect(await node('another key').read()).toHaveProperty('size', 0)
    const { rows } = await store().query(
      "select series || encode(body, 'escape') as text from vehicle_segments",
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/canary/i)
  })

  test('after a change of key those of the earlier one are read, and copied for the present one', async () => {
    const node = kindOf()
    const before = node()
    before.put('v-7', 1)
    await before.entries.sync()
    const changed = node('another key', undefined, ['key'])
    changed.put('v-8', 2)
    expect(await changed.read()).toEqual(
      new Map([
        ['v-7', 1],
        ['v-8', 2],
      ]),
    )
    expect(await node('another key').read()).toEqual(new Map([['v-8', 2]]))
    for (let round = 0; round < 65; round++) {
      changed.put('v-8', round)
      await changed.entries.sync()
      await clock.advance(SYNC_MS)
    }
    expect((await node('another key').read()).get('v-7')).toBe(1)
  })

  /** The store, where something comes before each transaction. */
  const storeWith = (before: () => Promise<void>): Store => {
    const { db } = store()
    const transaction: typeof db.transaction = async (work) => {
      await before()
      return db.transaction(work)
    }
    return { ...store(), db: Object.create(db, { transaction: { value: transaction } }) }
  }

  test.each(['opened', 'written to'])(
    'a database that cannot be %s loses nothing and is reported once',
    async (how) => {
      const node = kindOf()
      let isDown = true
      const fail = async () => {
        if (isDown) throw new Error('down')
      }
      const one = node('key', async () => {
        if (how === 'opened') await fail()
        return storeWith(fail)
      })
      one.put('v-7', 1)
      for (let times = 0; times < 3; times++) await one.entries.sync()
      expect(one.lines).toEqual([expect.stringContaining('down')])
      isDown = false
      await one.entries.sync()
      expect((await node().read()).get('v-7')).toBe(1)
      expect(one.lines).toHaveLength(2)
    },
  )

  test('a copy of all does not put an older value behind one that another node has just written', async () => {
    const node = kindOf()
    let isCopying = false
    const other = node()
    const one = node('key', async () =>
      storeWith(async () => {
        if (isCopying) await other.entries.sync()
      }),
    )
    for (let round = 0; round < 65; round++) {
      one.put('v-7', round)
      await one.entries.sync()
      await clock.advance(SYNC_MS)
    }
    other.put('v-7', 'new')
    isCopying = true
    await one.entries.sync()
    expect((await node().read()).get('v-7')).toBe('new')
  })

  test('batches are merged before there are many, while two nodes write, and none is lost', async () => {
    const node = kindOf()
    const one = node()
    const other = node()
    for (let round = 0; round < 80; round++) {
      one.put(`one-${round}`, round)
      other.put(`other-${round}`, round)
      await Promise.all([one.entries.sync(), other.entries.sync()])
      await clock.advance(SYNC_MS)
    }
    expect(await segmentCount()).toBeLessThan(80)
    expect(await node().read()).toHaveProperty('size', 160)
  })

  test('what one node withdrew every other reads, also when batches are merged at that time', async () => {
    const node = kindOf()
    const one = node()
    const other = node()
    // Of other kinds.
    const countBefore = await segmentCount()
    for (let round = 0; round < 100; round++) {
      one.put(`v-${round}`, 'here')
      one.held.delete(`v-${round - 1}`)
      one.entries.put(`v-${round - 1}`, 'gone')
      await one.entries.sync()
      // Not before the first merges, which is in round 65.
      if (round % 5 < 4) await other.entries.sync()
      await clock.advance(SYNC_MS)
    }
    await other.entries.sync()
    const merged = (await segmentCount()) - countBefore
    expect(merged).toBeLessThan(100)
    expect([...other.held].filter(([, value]) => value === 'here')).toEqual([['v-99', 'here']])
  })

  test('a database that is away for weeks, in which vehicles come and go, leaves what is in memory to be stored', async () => {
    const node = kindOf()
    let isDown = true
    const one = node('key', async () => {
      if (isDown) throw new Error('down')
      return store()
    })
    for (let n = 0; n < 120_000; n++) {
      one.put(`v-${n}`, n)
      one.held.delete(`v-${n - 10}`)
      if (n % 30_000 === 0) await one.entries.sync()
    }
    isDown = false
    await one.entries.sync()
    one.put('v-119999', 'new')
    await one.entries.sync()
    const stored = await node().read()
    // Values that wait to be written are in memory.
    expect(one.written.entries).toBeLessThan(60_000)
    for (const [id, value] of one.held) expect(stored.get(id)).toBe(value)
  })

  test('values that come in their thousands while a write waits are not lost when it fails', async () => {
    const node = kindOf()
    const { db } = store()
    let isFull = true
    const one = node('key', async () =>
      storeWith(async () => {
        if (!isFull) return
        for (let n = 0; n <= 50_000; n++) one.put(`v-${n}`, n)
        await db.execute(
          'alter table vehicle_segments add constraint is_full check (false) not valid',
        )
      }),
    )
    one.put('first', 1)
    await one.entries.sync()
    expect(one.lines).toEqual([expect.stringContaining('is_full')])
    await db.execute('alter table vehicle_segments drop constraint is_full')
    isFull = false
    await one.entries.sync()
    expect(await node().read()).toHaveProperty('size', 50_002)
  })

  test('a day later they are gone', async () => {
    const node = kindOf()
    const one = node()
    one.put('v-7', 1)
    await one.entries.sync()
    await clock.advance(DAY_MS + 1)
    await node('another key').entries.sync()
    expect(await segmentCount()).toBe(0)
  })

  test('a copy of all puts off no deletion: each goes at most a day after it was read', async () => {
    const node = kindOf()
    const readAt = (value: unknown) => Number(value)
    const one = node('key', undefined, [], readAt)
    const oldMs = clock.now()
    one.put('read long ago', oldMs)
    await one.entries.sync()
    await clock.advance(DAY_MS - 65 * SYNC_MS - HOUR_MS)
    for (let round = 0; round < 65; round++) {
      one.put('read now', clock.now())
      await one.entries.sync()
      await clock.advance(SYNC_MS)
    }
    expect([...(await node().read()).keys()].sort()).toEqual(['read long ago', 'read now'])
    await clock.advance(HOUR_MS + 1)
    await one.entries.sync()
    expect([...(await node().read()).keys()]).toEqual(['read now'])
  })
})
