import { expect, test } from 'vitest'
import { buildTree, type TreeRequest } from './tree'
import { TreeBuilder, type TreeWorker } from './tree-builder'

const x = () => Float64Array.of(0.1, 0.2)
const y = () => Float64Array.of(0.3, 0.4)

/** Answers when told to. */
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

test('an answer to a question that is stale is dropped', () => {
  const { worker, answer } = slowWorker()
  const taken: string[] = []
  const builder = new TreeBuilder(() => worker)
  builder.build(x(), y(), () => taken.push('first'))
  builder.build(x(), y(), () => taken.push('second'))
  answer(0)
  answer(1)
  builder.build(x(), y(), () => taken.push('third'))
  builder.drop()
  answer(2)
  expect(taken).toEqual(['second'])
})

test('where no worker starts the tree is built here', () => {
  let sizes: number[] = []
  const builder = new TreeBuilder(() => {
    throw new Error('no workers')
  })
  builder.build(x(), y(), ({ numItems }) => {
    sizes = [...sizes, numItems]
  })
  expect(sizes).toEqual([2])
})
