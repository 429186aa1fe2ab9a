import { answerRequests, threadOptions } from '@/lib/app/worker-thread/answer-requests'

const { factor } = threadOptions<{ factor: number }>()

const handlers = {
  multiply: (value: number) => value * factor,
  halve: (values: Float64Array) => values.map((value) => value / 2),
  refuse: (): never => {
    throw new Error('no such thing')
  },
  spin(milliseconds: number) {
    for (const endMs = performance.now() + milliseconds; performance.now() < endMs; );
    return milliseconds
  },
  exit: (code: number): never => process.exit(code),
  fill: () => {
    const kept: unknown[] = []
    for (;;) kept.push(new Array(1000).fill(kept.length).map(String))
  },
}

export type SampleHandlers = typeof handlers

answerRequests(handlers)
