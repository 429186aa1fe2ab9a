import type { DestinationStream } from 'pino'

/** Characters that wait for the reader of a full pipe; later lines are dropped and counted. */
const WAITING_MAXIMUM = 1_000_000

type Stream = Pick<NodeJS.WriteStream, 'write' | 'writableLength' | 'on'>

/**
 * Writes log lines to standard error without ever waiting for it: pino's own destination holds up the end of the
 * process until a full pipe is read.
 */
export function standardError(stream: Stream = process.stderr): DestinationStream {
  let dropped = 0
  // A pipe without a reader, or a full disk: there is no other place to report it.
  stream.on('error', () => undefined)
  return {
    write(line) {
      if (stream.writableLength > WAITING_MAXIMUM) {
        dropped++
        return
      }
      if (dropped > 0) stream.write(droppedLine(dropped))
      dropped = 0
      stream.write(line)
    },
  }
}

function droppedLine(count: number): string {
  const message = `standard error was not read in time: ${count} lines are missing here`
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), event: 'log', message })}\n`
}
