import { parseArgs } from 'node:util'
import { faults, isFaultName } from './catalogue'
import { openFaultUpstream } from './fault-upstream'

const USAGE = `npm run fault-upstream -- [--fault NAME] [--port 4020] [--key fault-key]

Plays one fault of a booking service, and prints each request byte for byte. Without a fault it answers well;
a fault's name typed on its standard input changes to that fault, an empty line to none.

${Object.entries(faults)
  .map(([name, { row }]) => `  ${name.padEnd(20)} row ${row}`)
  .join('\n')}
`

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: '' },
    port: { type: 'string', default: '4020' },
    key: { type: 'string', default: 'fault-key' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(USAGE)
} else if (values.fault !== '' && !isFaultName(values.fault)) {
  process.stderr.write(`No fault is called ${JSON.stringify(values.fault)}.\n\n${USAGE}`)
  process.exitCode = 1
} else {
  const service = await openFaultUpstream({
    port: Number(values.port),
    key: values.key,
    fault: isFaultName(values.fault) ? values.fault : null,
    onRequest: (bytes) => process.stdout.write(bytes),
  })
  process.stdout.write(
    `SERVICE_BASE_URL=${service.url} SERVICE_API_KEY=${values.key} KERBSIDE_AUTH=off npm start\n\n`,
  )
  process.stdin.setEncoding('utf8').on('data', async (text: string) => {
    const name = text.trim()
    if (name !== '' && !isFaultName(name))
      return void process.stdout.write(`No fault is called ${name}\n`)
    await service.setFault(name === '' ? null : name)
    process.stdout.write(`Now playing: ${name || 'no fault'}\n`)
  })
}
