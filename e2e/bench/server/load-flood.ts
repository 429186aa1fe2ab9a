import { readLive } from './live-reader'
import type { LoadCommands } from './load-commands'
import { sockets } from './load-readers'

/** A server that answers later than this counts as one that does not. */
const ANSWER_MS = 30_000

export const flood: LoadCommands['flood'] = async ({ port, paths, address }) => {
  const refused: Record<string, number> = {}
  const answers = paths.map(
    (path) =>
      new Promise<boolean>((resolve) => {
        const late = setTimeout(() => end('no answer'), ANSWER_MS)
        const end = (reason: string) => {
          clearTimeout(late)
          refused[reason] = (refused[reason] ?? 0) + 1
          resolve(false)
        }
        let isAnswered = false
        const opened = () => {
          if (isAnswered) return
          isAnswered = true
          clearTimeout(late)
          resolve(true)
        }
        const socket = readLive(port, path, {
          address,
          onEvent: opened,
          onEnd(reason) {
            if (!isAnswered) end(reason)
            isAnswered = true
          },
        })
        sockets.push(socket)
      }),
  )
  const opened = (await Promise.all(answers)).filter(Boolean).length
  return { opened, refused }
}

export const openEach: LoadCommands['openEach'] = async ({ port, paths, perSecond }) => {
  const ms: number[] = []
  const failures: Record<string, number> = {}
  await Promise.all(
    paths.map(async (path, n) => {
      await new Promise((resolve) => setTimeout(resolve, (n * 1000) / perSecond))
      const startMs = performance.now()
      const failure = await openOnce(port, path, `10.0.${n >> 8}.${n & 255}`)
      if (failure === null) ms.push(performance.now() - startMs)
      else failures[failure] = (failures[failure] ?? 0) + 1
    }),
  )
  return { ms, bytes: 0, failures }
}

/** @returns null when the area came, else why not */
function openOnce(port: number, path: string, address: string): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (outcome: string | null) => {
      clearTimeout(late)
      resolve(outcome)
      socket.destroy()
    }
    const late = setTimeout(() => end('no list'), ANSWER_MS)
    const socket = readLive(port, path, {
      address,
      onEvent: ({ name }) => name === 'snapshot' && end(null),
      onEnd: (reason) => end(reason),
    })
  })
}
