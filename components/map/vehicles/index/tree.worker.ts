import { buildTree, type TreeRequest } from './tree'

addEventListener('message', ({ data }: MessageEvent<TreeRequest>) => {
  const answer = buildTree(data)
  // Pages take the same form, whose library TypeScript knows.
  postMessage(answer, { transfer: [answer.data] })
})
