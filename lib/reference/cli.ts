import { fileURLToPath } from 'node:url'
import { createDeliveries } from '@/lib/reference/bookings/deliveries'
import { openCityFleet } from '@/lib/reference/city/load-city'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { FleetFileError, type LoadedFleet, loadFleetFile } from '@/lib/reference/fleets/fleet-file'
import { type CliOptions, help, OptionError, readCliOptions } from './cli-options'
import { type Listening, serve } from './listen'
import { createReferenceService } from './service'

const SHOWN_ROWS = 10

main().catch((error: unknown) => {
  // Errors before the service runs concern its options: one line, no stack.
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`reference: ${text}\n`)
  process.exitCode = 2
})

async function main(): Promise<void> {
  const options = readCliOptions(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(help)
    return
  }
  const loaded = await load(options)
  const { fleet } = loaded
  const service = createReferenceService({ fleet, keys: options.keys, gaps: options.gaps })
  const listening = await listen(service, options)
  report(options, loaded, listening)
  const deliveries = deliver(options, loaded)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      deliveries?.stop()
      return listening.close().then(() => process.stdout.write('Stopped.\n'))
    })
  }
}

async function load({ fleet: file, moving, centre, ...options }: CliOptions): Promise<LoadedFleet> {
  if (file === undefined) {
    const folder = fileURLToPath(new URL('../../lib/city/demo', import.meta.url))
    const fleet = centre
      ? createDemoFleet({ ...options, centre })
      : await openCityFleet(folder, options)
    return { fleet, skipped: [] }
  }
  const { seed } = options
  try {
    return await loadFleetFile(file, { moving, seed })
  } catch (error) {
    throw error instanceof FleetFileError ? new OptionError(`--fleet ${error.message}`) : error
  }
}

function deliver({ hooks, gaps, seed }: CliOptions, { fleet }: LoadedFleet) {
  if (hooks === undefined) return null
  const onGivenUp = (why: string) => process.stderr.write(`webhook given up: ${why}\n`)
  const deliveries = createDeliveries({ fleet, gaps, seed, onGivenUp })
  deliveries.start()
  return deliveries
}

async function listen(
  service: Parameters<typeof serve>[0],
  { host, port }: CliOptions,
): Promise<Listening> {
  try {
    return await serve(service, { host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : code
    throw new OptionError(`cannot listen on ${host} port ${port}: ${reason}`)
  }
}

function report(options: CliOptions, { fleet, skipped }: LoadedFleet, { url }: Listening): void {
  const lines = [
    `Listening on ${url}`,
    `${count(fleet.size, 'vehicle')}${options.fleet ? ` of ${options.fleet}` : ''}`,
  ]
  if (skipped.length > 0) lines.push(`${count(skipped.length, 'row')} skipped:`)
  for (const { row, reason } of skipped.slice(0, SHOWN_ROWS))
    lines.push(`  ${options.fleet} row ${row}: ${reason}`)
  if (skipped.length > SHOWN_ROWS) lines.push(`  and ${skipped.length - SHOWN_ROWS} more`)
  const [first] = options.keys
  if (options.keyIsGenerated) lines.push(`Key made for this run: ${first?.key}`)
  const { lat, lng } = fleet.centre
  const bearer = `'Authorization: Bearer ${first?.key}'`
  lines.push('Try:', `  curl -H ${bearer} '${url}/api/beta/vehicles?position=${lat},${lng}'`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
