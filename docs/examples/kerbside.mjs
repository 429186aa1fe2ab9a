// Asks a Kerbside dashboard, with what Node 20 has. KERBSIDE_URL and, with sign-in,
// KERBSIDE_TOKEN are set.
//   node docs/examples/kerbside.mjs area 52.37,4.90 2000
//   node docs/examples/kerbside.mjs record <vehicle id>
//   node docs/examples/kerbside.mjs look-up <our_ref>
//   node docs/examples/kerbside.mjs arrived [version]
//   node docs/examples/kerbside.mjs live 52.37,4.90 2000

const { KERBSIDE_URL, KERBSIDE_TOKEN = '' } = process.env

async function open(path, parameters = {}) {
  const url = new URL(path, KERBSIDE_URL)
  for (const [name, value] of Object.entries(parameters)) {
    if (value != null) url.searchParams.set(name, value)
  }
  const response = await fetch(url, { headers: { authorization: `Bearer ${KERBSIDE_TOKEN}` } })
  if (response.ok) return response
  const { title, detail } = await response.json()
  throw new Error(`${title}: ${detail}`)
}

async function ask(path, parameters) {
  const { data } = await (await open(path, parameters)).json()
  return data
}

/** All vehicles, page after page. */
async function area(position, radius) {
  let cursor = null
  do {
    const page = await ask('/api/vehicles', { position, radius, limit: 100, cursor })
    for (const { id, status, position: at } of page.vehicles) console.log(id, status, at)
    cursor = page.next_cursor
  } while (cursor !== null)
}

async function record(id) {
  console.log((await ask(`/api/vehicles/${encodeURIComponent(id)}`)).record)
}

async function lookUp(ourRef) {
  console.log((await ask('/api/vehicles/by-our-ref', { our_ref: ourRef })).record.id)
}

/** The newest bookings, or those that changed since an earlier answer. */
async function arrived(after) {
  const { bookings, version } = await ask('/api/bookings/arrived', { after })
  for (const { ourRef, status } of bookings) console.log(ourRef, status)
  console.log('next time:', version)
}

/** Server-sent events, until it is interrupted. */
async function live(position, radius) {
  const { body } = await open('/api/live', { position, radius })
  let text = ''
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const events = (text + part).split('\n\n')
    text = events.pop()
    for (const event of events) {
      if (!event.includes('event: changes')) continue
      const data = event.split('\n').find((line) => line.startsWith('data: '))
      const { added, removed, moved } = JSON.parse(data.slice(6))
      console.log(`${added.length} added, ${removed.length} removed, ${moved.length} moved`)
    }
  }
}

const commands = { area, record, 'look-up': lookUp, arrived, live }
const [command, ...values] = process.argv.slice(2)
try {
  await commands[command](...values)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
