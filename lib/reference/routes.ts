import { RequestFault } from './answers'

/** One of the six endpoints of §4, with its query parameters except `key`. */
export type Route = { parameters: readonly string[] } & (
  | { name: 'search' | 'by-our-ref' | 'example-vehicle' | 'example-booking' }
  | { name: 'by-id' | 'status'; id: string }
)

const PREFIX = '/api/beta/'
const SEARCH_PARAMETERS = ['position', 'radius', 'cursor', 'limit', 'type']
const reservedIds = new Set(['example', 'by-our-ref', '', '.', '..'])

/**
 * @returns null for a path the interface does not have.
 * @throws RequestFault when it is not percent-encoded text
 */
export function findRoute(pathname: string): Route | null {
  if (!pathname.startsWith(PREFIX)) return null
  // Split before decoding: an id may contain a slash.
  const segments = pathname.slice(PREFIX.length).split('/')
  const [resource, id, view, ...more] = segments.map(decode)
  if (more.length > 0) return null
  if (resource === 'bookings') {
    const isExample = id === 'example' && view === undefined
    return isExample ? { name: 'example-booking', parameters: [] } : null
  }
  if (resource !== 'vehicles') return null
  if (id === undefined) return { name: 'search', parameters: SEARCH_PARAMETERS }
  if (isReservedId(id)) {
    if (view !== undefined) return null
    if (id === 'example') return { name: 'example-vehicle', parameters: [] }
    if (id === 'by-our-ref') return { name: 'by-our-ref', parameters: ['our_ref'] }
    return null
  }
  if (view === undefined) return { name: 'by-id', id, parameters: [] }
  if (view === 'status') return { name: 'status', id, parameters: [] }
  return null
}

export const isReservedId = (id: string): boolean => reservedIds.has(id)

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new RequestFault(400, 'malformed_path', 'The path is not percent-encoded UTF-8')
  }
}
