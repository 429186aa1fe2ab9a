import { allRoutes } from '@/e2e/support/all-routes'
import type { KeySearch } from './key-search'
import type { Situation } from './key-situations'

const AREA = 'position=51.509865,-0.118092'
const LONGEST_WAIT_MS = 30_000
const STREAM = '/api/live'

/** Every page and GET route, and addresses with other outcomes. */
const PATHS = [
  ...allRoutes().flatMap(({ method, path }) => (method === 'GET' && !path.startsWith(STREAM) ? path : [])),
  '/lookup?our_ref=no-such-vehicle',
  '/vehicles/no-such-vehicle/nor-such-page',
  '/bookings/no-such-page',
  '/no-such-page',
  '/%ff',
  '/_next/static/no-such-file.js',
  '/_next/image?url=%2Fno-such-image.png&w=64&q=75',
  '/service.openapi.json',
  `/api/vehicles?${AREA}`,
  '/api/vehicles?position=nowhere',
  `/api/vehicles?${AREA}&key=1`,
  '/api/vehicles/by-our-ref?our_ref=no-such-vehicle',
  `/api/roads/streets?${AREA}&radius=2000`,
]

/** Headers of a page load, of Next's client navigation and of its prefetch. */
const forms: readonly Readonly<Record<string, string>>[] = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
]

/** Searches the headers and body of every answer. */
export async function searchAnswers(
  search: KeySearch,
  url: string,
  { name, control = 'event: ' }: Situation,
  cookie: string,
): Promise<void> {
  const session: Record<string, string> = cookie ? { cookie } : {}
  for (const path of PATHS) {
    const answers = forms.map(async (form) => {
      const response = await fetch(url + path, {
        headers: { ...form, ...session },
        redirect: 'manual',
        signal: AbortSignal.timeout(LONGEST_WAIT_MS),
      })
      const text = JSON.stringify([...response.headers]) + (await response.text())
      search.addText(`${name}: GET ${path} ${JSON.stringify(form)}`, text)
    })
    await Promise.all(answers)
  }
  search.addText(`${name}: live map`, await beginningOf(`${url}${STREAM}?${AREA}`, session), control)
}

/** Reads a stream to the end of its first event. */
async function beginningOf(address: string, session: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(address, {
    headers: { 'accept-encoding': 'identity', ...session },
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  })
  let text = JSON.stringify([...response.headers])
  const decoder = new TextDecoder()
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (/event: changes[\s\S]*\n\n|"failure":\{[\s\S]*\n\n/.test(text)) break
  }
  return text
}
