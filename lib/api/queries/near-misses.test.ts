import { expect, it } from 'vitest'
import { PROBLEM_TYPE_PREFIX } from '@/lib/api/contract/problems'
import { tryNearMisses } from './reference-lookup'

const never = new AbortController().signal

/** A server that knows some references and fails at one. */
function server(known: Record<string, string>, broken?: string) {
  const asked: string[] = []
  const fetch = async (path: unknown) => {
    const ourRef = new URL(String(path), 'http://kerbside').searchParams.get('our_ref') ?? ''
    asked.push(ourRef)
    const kind = ourRef === broken ? 'upstream-error' : 'not-found'
    if (!Object.hasOwn(known, ourRef))
      return Response.json({ type: PROBLEM_TYPE_PREFIX + kind, detail: '' }, { status: 404 })
    const record = { id: 'v-7', make: known[ourRef], licence_plate: null, driver_name: null }
    return Response.json({ data: { record, unreadable: [], raw: {} }, meta: {} })
  }
  return { asked, fetch: fetch as typeof globalThis.fetch }
}

it('offers only the spellings that the service knows', async () => {
  const { fetch, asked } = server({ 'KB-17': 'Toyota Prius' })
  expect(await tryNearMisses(['KB 17', 'KB-17', 'KB17'], never, fetch)).toEqual({
    found: [{ ourRef: 'KB-17', make: 'Toyota Prius' }],
    isCutShort: false,
  })
  expect(asked).toEqual(['KB 17', 'KB-17', 'KB17'])
})

it('tries nothing more once the service fails', async () => {
  const { fetch, asked } = server({ 'KB-17': 'Toyota Prius' }, 'KB 17')
  expect(await tryNearMisses(['KB 17', 'KB-17'], never, fetch)).toEqual({ found: [], isCutShort: true })
  expect(asked).toEqual(['KB 17'])
})
