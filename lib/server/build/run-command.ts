import { ConfigError } from '@/lib/config/config-error'

/** Runs a command; a ConfigError is printed as its message, any other error with its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : ((error as Error).stack ?? error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}
