import { type ReadingNews, readSource } from './read-source'

// As a worker's scope sees itself; TypeScript's library of workers cannot stand beside the one of pages.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Blob>) => void
  postMessage(news: ReadingNews): void
}

scope.onmessage = async ({ data }) => {
  try {
    for await (const news of readSource(data)) scope.postMessage(news)
  } catch {
    // A file that was changed or taken away meanwhile, or a memory that is full: the page cannot see either.
    scope.postMessage({ kind: 'fault', fault: { kind: 'stopped' }, text: null })
  }
}
