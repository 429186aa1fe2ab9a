import { sql } from 'drizzle-orm'
import {
  array,
  asyncProperty,
  assert as check,
  constantFrom,
  integer,
  option,
  record,
  string,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { haveServer } from '@/lib/testing/services/server-process'
import { SLOW_MS, withPglite, withPostgresql } from '@/lib/testing/stores'
import { exportStore } from './export'
import { importStore } from './import'
import type { Store } from './store'
import { listTables } from './table-order'

describe.skipIf(!haveServer('postgres'))('from PGlite to PostgreSQL and back', () => {
  const pglite = withPglite()
  const postgresql = withPostgresql()

  test(
    'no value of any row is lost',
    () =>
      check(
        asyncProperty(rows, async (given) => {
          await empty(pglite())
          await fill(pglite(), given)
          const before = await readRows(pglite())
          const there = await readExport(pglite())
          const counts = await importStore(postgresql(), linesOf(there), { replace: true })
          expect(counts).toMatchObject({ operators: given.length, audit_entries: given.length })
          expect(await readRows(postgresql())).toEqual(before)
          const back = await readExport(postgresql())
          expect(back).toEqual(there)
          await importStore(pglite(), linesOf(back), { replace: true })
          expect(await readRows(pglite())).toEqual(before)
        }),
        { numRuns: 15 },
      ),
    SLOW_MS,
  )

  test('several batches are copied, and identity numbers continue', async () => {
    await empty(pglite())
    await pglite().query(`insert into audit_entries (at, action, outcome)
      select timestamptz '2020-01-01Z' + n * interval '1 microsecond', 'look-up', 'done' from generate_series(1, 1234) n`)
    await pglite().query("set kerbside.retention_days = '1'")
    const { rows } = await pglite().query(
      'delete from audit_entries where id > (select max(id) - 10 from audit_entries) returning id',
    )
    const newest = Math.max(...rows.map(({ id }) => Number(id)))
    const lines = await readExport(pglite())
    expect(await importStore(postgresql(), linesOf(lines), { replace: true })).toMatchObject({
      audit_entries: 1224,
    })
    const next = await postgresql().query(
      `insert into audit_entries (at, action, outcome) values (now(), 'look-up', 'done') returning id`,
    )
    // A used number is not reused, even after retention has removed its entry.
    expect(Number(next.rows[0]?.id)).toBe(newest + 1)
  })

  test('a store that is not empty is refused without --replace', async () => {
    await fill(postgresql(), [{ ...sample, id: 'already-here' }])
    const before = await readRows(postgresql())
    const lines = await readExport(pglite())
    await expect(importStore(postgresql(), linesOf(lines), { replace: false })).rejects.toThrow(
      /^The store is not empty: .*operators 1.*--replace/,
    )
    expect(await readRows(postgresql())).toEqual(before)
  })

  test.each([
    ['cut off', (lines: string[]) => lines.slice(0, -1), /cut off/],
    ['with a row missing', (lines: string[]) => lines.toSpliced(-2, 1), /rows of \w+ when it says/],
    [
      'with a row that others need missing',
      (lines: string[]) => lines.toSpliced(1, 1),
      /^Rows of \w+ are refused: [^{]*$/,
    ],
    ['with a line that is no JSON', (lines: string[]) => lines.with(2, '{'), /^Line 3 is not of an export/],
    [
      'with a row of an unknown table',
      (lines: string[]) => lines.with(2, '{"table":"x","row":{}}'),
      /^Line 3/,
    ],
    ['that goes on after its end', (lines: string[]) => [...lines, lines[1] ?? ''], /^Line \d+ is not/],
    ['that is something else', () => ['{"a":1}'], /^Line 1 is not of an export/],
    ['that is empty', () => [], /cut off/],
    [
      'of other tables',
      (lines: string[]) => lines.with(0, '{"kerbside":"store","schema":"?"}'),
      /another version/,
    ],
  ])('a file %s imports nothing', async (_what, damage, reason) => {
    await empty(pglite())
    await fill(pglite(), [sample, { ...sample, id: 'other' }])
    const lines = damage(await readExport(pglite()))
    const before = await readRows(postgresql())
    await expect(importStore(postgresql(), linesOf(lines), { replace: true })).rejects.toThrow(reason)
    expect(await readRows(postgresql())).toEqual(before)
  })
})

// PostgreSQL's text holds every character but the zero.
const text = string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''))
const moment = constantFrom(
  '2026-03-29T01:30:00.123456Z',
  '1999-12-31T23:59:59.999999Z',
  '2026-10-25T02:30:00+02:00',
  '0001-01-01T00:00:00Z',
  '12026-01-01T00:00:00.000001Z',
  'infinity',
)
const rows = array(
  record({
    id: string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
    name: text,
    image: option(text),
    at: moment,
    disabledAt: option(moment),
    points: integer(),
    expire: option(constantFrom('9223372036854775807', '9007199254740993', '-1')),
  }),
  { maxLength: 8 },
).map((given) => given.map((row, index) => ({ ...row, id: `${row.id} ${index}` })))

type Row = typeof rows extends { generate(...args: never[]): { value: (infer R)[] } } ? R : never

const sample: Row = {
  id: 'o-1',
  name: 'Ada\u2028\r\n"\\',
  image: null,
  at: '2026-03-29T01:30:00.123456Z',
  disabledAt: null,
  points: 3,
  expire: '9007199254740993',
}

async function fill(store: Store, given: readonly Row[]): Promise<void> {
  for (const { id, name, image, at, disabledAt, points, expire } of given) {
    await store.query(
      'insert into operators (id, name, email, image, created_at, disabled_at) values ($1, $2, $3, $4, $5, $6)',
      [id, name, `${id}@fleet.example`, image, at, disabledAt],
    )
    await store.query(
      'insert into sessions (id, token, user_id, user_agent, expires_at) values ($1, $1, $1, $2, $3)',
      [id, name, at],
    )
    await store.query(
      `insert into audit_entries (at, action, outcome, subject) values ($1, 'look-up', 'done', $2)`,
      [at, name],
    )
    await store.query('insert into rate_limits (key, points, expire) values ($1, $2, $3)', [
      id,
      points,
      expire,
    ])
  }
}

async function empty(store: Store): Promise<void> {
  for (const { name } of listTables().reverse()) await store.query(`truncate ${name} cascade`)
}

/** Every row as PostgreSQL's text. */
async function readRows(store: Store): Promise<unknown> {
  return store.db.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'UTC'`)
    const tables: unknown[] = []
    for (const { name, key } of listTables()) {
      const query = sql.raw(`select t::text as row from ${name} t order by ${key}::text collate "C"`)
      tables.push([name, ((await tx.execute(query)) as unknown as { rows: unknown[] }).rows])
    }
    return tables
  })
}

async function readExport(store: Store): Promise<string[]> {
  const lines: string[] = []
  await exportStore(store, async (line) => void lines.push(line))
  return lines
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
