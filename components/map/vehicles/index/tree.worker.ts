import { buildTree, type TreeRequest } from './tree'

// TypeScript's library of workers conflicts with the one of pages.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<TreeRequest>) => void
  postMessage(message: unknown, transfer: Transferable[]): void
}

scope.onmessage = ({ data }) => {
  const answer = buildTree(data)
  scope.postMessage(answer, [answer.data])
}
