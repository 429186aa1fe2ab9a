import { expect, it } from 'vitest'
import type { LookupAnswer } from '@/lib/api/queries/reference-lookup'
import { AT_A_TIME, createListRun, FAILURES_IN_A_ROW } from './list-run'

type Call = { signal: AbortSignal; answer: (answer: LookupAnswer) => Promise<void> }

/** A run over a number of rows, whose look-ups are answered by hand. */
function openRun(count: number) {
  const asked: string[] = []
  const open = new Set<Call>()
  const run = createListRun(
    (ourRef, signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          open.delete(call)
          reject(signal.reason)
        }
        const call: Call = {
          signal,
          async answer(answer) {
            open.delete(call)
            signal.removeEventListener('abort', leave)
            resolve(answer)
            await settled()
          },
        }
        asked.push(ourRef)
        open.add(call)
        signal.addEventListener('abort', leave)
      }),
  )
  run.load(
    Array.from({ length: count }, (_, n) => ({
      line: n + 1,
      ourRef: `KB-${n + 1}`,
      outcome: null,
    })),
  )
  return {
    run,
    open,
    asked,
    async resume() {
      run.resume()
      await settled()
    },
    kinds: () => run.state().rows.map(({ outcome }) => outcome?.kind ?? null),
    answerNext: async (answer: LookupAnswer) => [...open][0]?.answer(answer),
    async answerAll(answer: LookupAnswer) {
      for (let [next] = open; next; [next] = open) await next.answer(answer)
    },
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
const found = { kind: 'found' } as LookupAnswer
const failed: LookupAnswer = { kind: 'failed', problem: 'upstream-timeout' }

it('asks for five at a time, in the order of the lines, to the end', async () => {
  const test = openRun(7)
  expect(test.asked).toEqual([])
  await test.resume()
  expect(test.asked).toEqual(['KB-1', 'KB-2', 'KB-3', 'KB-4', 'KB-5'])
  await test.answerNext(found)
  expect(test.asked.at(-1)).toBe('KB-6')
  expect(test.open.size).toBe(AT_A_TIME)
  await test.answerAll({ kind: 'not-found' })
  expect(test.run.state().isRunning).toBe(false)
  expect(test.kinds()).toEqual(['found', ...Array(6).fill('not-found')])
})

it('a pause lets what is under way end, and resuming asks for nothing twice', async () => {
  const test = openRun(8)
  await test.resume()
  test.run.pause()
  await test.answerAll(found)
  expect(test.asked).toHaveLength(5)
  await test.resume()
  expect(test.asked.slice(5)).toEqual(['KB-6', 'KB-7', 'KB-8'])
})

it('asks for nothing until the server’s pause is over, then for the refused ones first', async () => {
  const test = openRun(7)
  await test.resume()
  await test.answerNext({ kind: 'pause', pauseMs: 200 })
  const { heldUntilMs } = test.run.state()
  // A shorter one does not end it.
  await test.answerNext({ kind: 'pause', pauseMs: 1 })
  await test.answerAll(found)
  expect(test.run.state().heldUntilMs).toBe(heldUntilMs)
  test.run.pause()
  await test.resume()
  expect(test.asked).toHaveLength(5)
  await expect.poll(() => test.asked.slice(5)).toEqual(['KB-1', 'KB-2', 'KB-6', 'KB-7'])
  expect(Date.now()).toBeGreaterThanOrEqual(heldUntilMs as number)
})

it('stops by itself when the service is down, and tries the failed again when told', async () => {
  const test = openRun(30)
  await test.resume()
  await test.answerNext(found)
  for (let call = 0; call < FAILURES_IN_A_ROW; call++) await test.answerNext(failed)
  expect(test.run.state()).toMatchObject({ isRunning: false, hasGivenUp: true })
  await test.answerAll(found)
  expect(test.asked.length).toBeLessThan(12)
  test.run.retryFailed()
  await settled()
  await test.answerAll(found)
  expect(test.kinds()).toEqual(Array(30).fill('found'))
  expect(test.asked).toHaveLength(30 + FAILURES_IN_A_ROW)
})

it('goes on after any number of references that the service refuses', async () => {
  const test = openRun(30)
  await test.resume()
  await test.answerAll({ kind: 'failed', problem: 'request-refused' })
  expect(test.asked).toHaveLength(30)
})

it('a list in another’s place gets none of the other’s answers', async () => {
  const test = openRun(3)
  await test.resume()
  const [old] = test.open
  test.run.load([
    { line: 1, ourRef: 'another', outcome: null },
    { line: 2, ourRef: 'KB-1', outcome: { kind: 'skipped', why: 'repeats line 1' } },
  ])
  expect(old?.signal.aborted).toBe(true)
  await old?.answer(found)
  expect(test.kinds()).toEqual([null, 'skipped'])
  await test.resume()
  expect(test.asked.slice(3)).toEqual(['another'])
})
