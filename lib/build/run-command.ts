import { ConfigError } from '@/lib/app/settings/config-error'
import { isDiskFull } from '@/lib/app/settings/disk-full'

/** Runs a command; a ConfigError is printed as its message, any other error with its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`)
    process.exit(1)
  }
}

function textOf(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  if (isDiskFull(error))
    return `The disk is full: free space and try again (${(error as Error).message})`
  return (error as Error).stack ?? error
}
