import { buildTree, type TreeRequest } from './tree'

// As a worker's scope sees itself; TypeScript's library of workers cannot stand beside the one of pages.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<TreeRequest>) => void
  postMessage(message: unknown, transfer: Transferable[]): void
}

scope.onmessage = ({ data }) => {
  const answer = buildTree(data)
  scope.postMessage(answer, [answer.data])
}
