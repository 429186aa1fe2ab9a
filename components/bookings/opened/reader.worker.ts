import { type ReaderMessage, readSource } from './read-source'

// TypeScript's worker and DOM libraries cannot be used together.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Blob>) => void
  postMessage(message: ReaderMessage): void
}

scope.onmessage = async ({ data }) => {
  try {
    for await (const message of readSource(data)) scope.postMessage(message)
  } catch {
    // The file was changed or removed, or memory is full.
    scope.postMessage({ kind: 'fault', fault: { kind: 'stopped' }, text: null })
  }
}
