import { expect, test } from 'vitest'
import { answersOf } from './recording'

const span = { fromMs: 0, toMs: 100 }

async function asked(...untils: number[]) {
  const from: number[] = []
  const answers = await answersOf(span, async ({ fromMs }) => ({
    untilMs: untils[from.push(fromMs) - 1] ?? 100,
  }))
  return { from, answers: answers.length }
}

test('what is answered in parts is asked for from there, up to the end', async () => {
  expect(await asked(100)).toEqual({ from: [0], answers: 1 })
  expect(await asked(40, 80, 100)).toEqual({ from: [0, 40, 80], answers: 3 })
})

test('an answer that does not go on is the last one', async () => {
  expect(await asked(0)).toEqual({ from: [0], answers: 1 })
  expect(await asked(40, 40, 100)).toEqual({ from: [0, 40], answers: 2 })
})
