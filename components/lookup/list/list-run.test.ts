import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestRun, failed, found, rowsOf } from '@/lib/testing/lookup-list'
import { AT_A_TIME, FAILURES_IN_A_ROW } from './list-run'
import { remainingMs } from './list-state'

const kinds = (test: ReturnType<typeof createTestRun>) =>
  test.run.state().rows.map(({ outcome }) => outcome?.kind ?? null)

it('asks for five at a time, in the order of the lines, to the end', async () => {
  const test = createTestRun()
  test.run.load(rowsOf(7))
  expect(test.asked).toEqual([])
  test.run.resume()
  expect(test.asked.map(({ ourRef }) => ourRef)).toEqual(['KB-1', 'KB-2', 'KB-3', 'KB-4', 'KB-5'])
  await test.answer(found('v-1'))
  expect(test.asked.at(-1)?.ourRef).toBe('KB-6')
  while (test.open.size > 0) await test.answer({ kind: 'not-found' })
  expect(test.run.state()).toMatchObject({ isRunning: false, asking: 0 })
  expect(kinds(test)).toEqual(['found', ...Array(6).fill('not-found')])
})

it('a pause lets what is under way end, and resuming asks for nothing twice', async () => {
  const test = createTestRun()
  test.run.load(rowsOf(8))
  test.run.resume()
  test.run.pause()
  for (let call = 0; call < AT_A_TIME; call++) await test.answer(found())
  expect([test.asked.length, test.run.state().asking]).toEqual([5, 0])
  test.run.resume()
  expect(test.asked.map(({ ourRef }) => ourRef).slice(5)).toEqual(['KB-6', 'KB-7', 'KB-8'])
})

it('asks for nothing until the server’s pause is over, then for the refused one again', async () => {
  const test = createTestRun()
  test.run.load(rowsOf(6))
  test.run.resume()
  await test.answer({ kind: 'pause', pauseMs: 60_000 })
  await test.answer({ kind: 'pause', pauseMs: 10_000 })
  await test.answer(found())
  expect(test.run.state().heldUntilMs).toBe(test.now() + 60_000)
  await test.pass(59_999)
  expect(test.asked).toHaveLength(5)
  await test.pass(1)
  expect(test.run.state().heldUntilMs).toBeNull()
  expect(test.asked.slice(5).map(({ ourRef }) => ourRef)).toEqual(['KB-2', 'KB-1', 'KB-6'])
})

it('stops by itself when the service is down, and tries the failed again when told', async () => {
  const test = createTestRun()
  test.run.load(rowsOf(30))
  test.run.resume()
  await test.answer(found())
  for (let call = 0; call < FAILURES_IN_A_ROW; call++) await test.answer(failed)
  expect(test.run.state()).toMatchObject({ isRunning: false, hasGivenUp: true })
  while (test.open.size > 0) await test.answer(found())
  expect(test.asked.length).toBeLessThan(12)
  test.run.retryFailed()
  for (let call = 0; call < 100 && test.open.size > 0; call++) await test.answer(found())
  expect(kinds(test)).toEqual(Array(30).fill('found'))
  expect(test.asked).toHaveLength(30 + FAILURES_IN_A_ROW)
})

it('goes on after any number of references that the service refuses', async () => {
  const test = createTestRun()
  test.run.load(rowsOf(30))
  test.run.resume()
  while (test.open.size > 0) await test.answer({ kind: 'failed', problem: 'request-refused' })
  expect(test.asked).toHaveLength(30)
})

it('goes on where a list was left, and asks for no line that has its outcome', async () => {
  const test = createTestRun()
  const rows = rowsOf(4).map((row) =>
    row.line % 2 ? { ...row, outcome: { kind: 'not-found' as const } } : row,
  )
  test.run.load(rows)
  test.run.resume()
  expect(test.asked.map(({ ourRef }) => ourRef)).toEqual(['KB-2', 'KB-4'])
})

it('loads details only of what was found before a reload', async () => {
  const test = createTestRun()
  const vehicle = { make: 'Prius', licencePlate: null, driverName: null, isDriverWithheld: false, live: null }
  test.run.load([
    { line: 1, ourRef: 'KB-1', outcome: { kind: 'found', vehicleId: 'v-1' } },
    { line: 2, ourRef: 'KB-2', outcome: { kind: 'found', vehicleId: 'v-2', vehicle } },
    { line: 3, ourRef: 'KB-1', outcome: { kind: 'skipped', why: 'repeats line 1' } },
    { line: 4, ourRef: 'KB-4', outcome: { kind: 'not-found' } },
  ])
  test.run.loadDetails()
  expect(test.asked.map(({ ourRef }) => ourRef)).toEqual(['KB-1'])
})

it('a list in another’s place gets none of the other’s answers', async () => {
  const test = createTestRun()
  test.run.load(rowsOf(3))
  test.run.resume()
  const [old] = test.asked
  test.run.load([{ line: 1, ourRef: 'another', outcome: null }])
  expect(old?.signal.aborted).toBe(true)
  old?.answer(found())
  await test.pass(0)
  expect(kinds(test)).toEqual([null])
})

it('says how long it will take, the server’s pause included', async () => {
  const test = createTestRun()
  test.run.load(rowsOf(25))
  test.run.resume()
  expect(remainingMs(test.run.state(), test.now())).toBeNull()
  for (let call = 0; call < 5; call++) {
    await test.pass(200)
    await test.answer(found())
  }
  expect(remainingMs(test.run.state(), test.now())).toBe(20 * 200)
  await test.answer({ kind: 'pause', pauseMs: 30_000 })
  expect(remainingMs(test.run.state(), test.now())).toBe(20 * 200 + 30_000)
  test.run.pause()
  expect(remainingMs(test.run.state(), test.now())).toBeNull()
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('found' as const), nth: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('failed' as const), nth: fc.nat(4) }) },
  fc.record({ do: fc.constant('hold' as const), nth: fc.nat(4) }),
  fc.record({ do: fc.constantFrom('pass', 'pause', 'resume', 'retry', 'stop'), nth: fc.nat(4) }),
)

it('whatever comes in whatever order: never more than five, never in a pause, every line once, and to the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(step, { maxLength: 60 }),
      async (count, steps) => {
        const test = createTestRun()
        const foundRefs: string[] = []
        let mayAskFrom = test.now()
        const check = (from: number) => {
          for (const call of test.asked.slice(from)) {
            expect(call.atMs).toBeGreaterThanOrEqual(mayAskFrom)
            expect(foundRefs).not.toContain(call.ourRef)
          }
          expect(test.open.size).toBeLessThanOrEqual(AT_A_TIME)
          expect(test.open.size).toBe(test.run.state().asking)
          expect(new Set([...test.open].map(({ ourRef }) => ourRef)).size).toBe(test.open.size)
        }
        test.run.load(rowsOf(count))
        test.run.resume()
        for (const { do: what, nth } of steps) {
          const before = test.asked.length
          const answering = [...test.open][nth % Math.max(1, test.open.size)]
          if (what === 'found') {
            if (answering) foundRefs.push(answering.ourRef)
            await test.answer(found(), nth)
          } else if (what === 'failed') await test.answer(failed, nth)
          else if (what === 'hold') {
            if (answering) mayAskFrom = Math.max(mayAskFrom, test.now() + 5_000)
            await test.answer({ kind: 'pause', pauseMs: 5_000 }, nth)
          } else if (what === 'pass') await test.pass(4_000)
          else if (what === 'pause') test.run.pause()
          else if (what === 'resume') test.run.resume()
          else if (what === 'retry') test.run.retryFailed()
          else {
            test.run.stop()
            // The pause is forgotten too; the next answer repeats it.
            mayAskFrom = test.now()
            await test.pass(0)
          }
          check(before)
        }
        for (let call = 0; call < 200 && kinds(test).some((kind) => kind !== 'found'); call++) {
          if (!test.run.state().isRunning) test.run.retryFailed()
          await test.pass(5_000)
          await test.answer(found())
        }
        expect(kinds(test)).toEqual(Array(count).fill('found'))
        expect(test.run.state().isRunning).toBe(false)
      },
    ),
    { numRuns: 200 },
  )
})
