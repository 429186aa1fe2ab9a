import { expect, test } from 'vitest'
import { buildTree, type TreeRequest } from './tree'
import { TreeBuilder, type TreeWorker } from './tree-builder'

const x = () => Float64Array.of(0.1, 0.2)
const y = () => Float64Array.of(0.3, 0.4)

/** Answers when the test calls `answer`. */
function slowWorker() {
  const requests: TreeRequest[] = []
  const worker: TreeWorker = {
    postMessage: (request) => void requests.push(request),
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
  }
  const answer = (number: number) =>
    worker.onmessage?.({ data: buildTree(requests[number] as TreeRequest) } as MessageEvent)
  return { worker, answer }
}

test('a tree is built by the worker', () => {
  const { worker, answer } = slowWorker()
  const found: number[][] = []
  new TreeBuilder(() => worker).build(x(), y(), (tree) => found.push(tree.range(0.15, 0, 1, 1)))
  expect(found).toEqual([])
  answer(0)
  expect(found).toEqual([[1]])
})

test('an outdated answer is ignored', () => {
  const { worker, answer } = slowWorker()
  const used: string[] = []
  const builder = new TreeBuilder(() => worker)
  builder.build(x(), y(), () => used.push('first'))
  builder.build(x(), y(), () => used.push('second'))
  answer(0)
  answer(1)
  builder.build(x(), y(), () => used.push('third'))
  builder.drop()
  answer(2)
  expect(used).toEqual(['second'])
})

test('without a worker the tree is built on the main thread', () => {
  let sizes: number[] = []
  const builder = new TreeBuilder(() => {
    throw new Error('no workers')
  })
  builder.build(x(), y(), ({ numItems }) => {
    sizes = [...sizes, numItems]
  })
  expect(sizes).toEqual([2])
})
