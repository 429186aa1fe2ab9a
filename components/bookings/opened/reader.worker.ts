import { type ReaderMessage, readSource } from './read-source'

const answer = (message: ReaderMessage) => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  try {
    for await (const message of readSource(data)) answer(message)
  } catch {
    // The file was changed or removed, or memory is full.
    answer({ kind: 'fault', fault: { kind: 'stopped' } })
  }
})
