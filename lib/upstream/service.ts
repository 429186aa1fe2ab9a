import type { ProblemKind } from '@/lib/contract/problems'
import { readBooking, readSearchPage, readVehicle, readVehicleSearchObject } from '@/lib/interface/readers'
import type { Booking, Inspected, SearchPage, Vehicle, VehicleSearchObject } from '@/lib/interface/resources'
import type { Search } from '@/lib/interface/search'
import { holdsNothing } from '@/lib/interface/unwrap'
import type { Transport } from '@/lib/upstream/http/transport'
import { type AnswerObserver, type Call, endpoints } from './endpoints'
import { UpstreamError } from './upstream-error'

export interface Fetched<T> {
  readonly data: T
  /** Rows without a readable id, left out of `data`. */
  readonly dropped: number
  /** Arrival of the answer; ISO 8601, this server's clock. */
  readonly fetchedAt: string
}

export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Owner of the fair share of the calls that it uses. */
  readonly owner?: string
  /** A call of a live area, which goes before other searches and has its own bound per second. */
  readonly isLive?: boolean
}

/**
 * The six endpoints as six methods. Each makes one call and rejects with an UpstreamError.
 * Source: interface §4
 */
export interface ServiceClient {
  /**
   * Vehicles near a position, one page, in the order the service gives (order: not shown, §4.2).
   * @param search position in degrees, radius in metres; an empty or null cursor is not sent
   * @returns one page; `next_cursor` is null on the last
   * Source: interface §4.1, §2.5
   */
  searchVehicles(search: Search, options?: CallOptions): Promise<Fetched<SearchPage>>
  /** @throws UpstreamError not-found, or bad-response when another vehicle came back. Source: §4 row 2, §2.1 */
  getVehicle(id: string, options?: CallOptions): Promise<Fetched<Inspected<Vehicle>>>
  /** As getVehicle; an answer without our_ref cannot be compared and is let through. Source: §4 row 3, §2.1 */
  getVehicleByOurRef(ourRef: string, options?: CallOptions): Promise<Fetched<Inspected<Vehicle>>>
  /** As getVehicle. Source: §4 row 4, §2.2 */
  getVehicleStatus(id: string, options?: CallOptions): Promise<Fetched<Inspected<VehicleSearchObject>>>
  /** Source: §4 row 5, §2.1 */
  getExampleVehicle(options?: CallOptions): Promise<Fetched<Inspected<Vehicle>>>
  /** Source: §4 row 6, §2.4 */
  getExampleBooking(options?: CallOptions): Promise<Fetched<Inspected<Booking>>>
}

/** Sees the service's records of vehicles, whichever call it answers and before a role withholds anything. */
export interface VehicleObserver {
  /** A record of endpoint 2 or 3. */
  onVehicle(found: Fetched<Inspected<Vehicle>>): void
  /** Rows of a search, or a status, as received. */
  onSearchObjects(rows: readonly unknown[]): void
  /** Endpoint 2 answered that there is no such vehicle, or with another vehicle. */
  onMissing(id: string): void
}

export interface ServiceOptions {
  readonly transport: Pick<Transport, 'call'>
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Called after every call that its caller did not abort, with its failure or null. */
  readonly onOutcome?: (failure: UpstreamError | null) => void
  /** Records answers where the interface is silent. */
  readonly observer?: Pick<AnswerObserver, 'onAnswer'>
  readonly vehicles?: VehicleObserver
}

/** Parses an answer. @returns null when it has another shape */
type Read<T> = (answer: unknown) => { data: T; dropped: number } | null

export function createServiceClient(options: ServiceOptions): ServiceClient {
  const { transport, onOutcome = () => undefined, now = Date.now, observer, vehicles } = options

  async function fetched<T>(call: Call, read: Read<T>, options: CallOptions = {}): Promise<Fetched<T>> {
    try {
      const answer = await transport.call(call, options)
      const fetchedAt = new Date(now()).toISOString()
      observer?.onAnswer(call, answer)
      if (call.looksUp && holdsNothing(answer)) throw failed(call, 'not-found', 'answered with nothing')
      const result = read(answer)
      if (!result) throw failed(call, 'bad-response', 'answer has another shape than the interface says')
      onOutcome(null)
      return { ...result, fetchedAt }
    } catch (error) {
      if (error instanceof UpstreamError) onOutcome(error)
      throw error
    }
  }

  return {
    searchVehicles: async (search, options) => {
      const read: Read<SearchPage> = (answer) => {
        const page = readPage(answer, search.cursor)
        if (page) vehicles?.onSearchObjects((answer as { vehicles: unknown[] }).vehicles)
        return page
      }
      return fetched(endpoints.search(search), read, options)
    },
    getVehicle: async (id, options) => {
      const call = endpoints.vehicle(id)
      const onMissing = () => vehicles?.onMissing(id)
      const read = oneOf(call, readVehicle, 'id', id, onMissing)
      const found = await fetched(call, read, options).catch((error: unknown) => {
        if (error instanceof UpstreamError && error.kind === 'not-found') onMissing()
        throw error
      })
      vehicles?.onVehicle(found)
      return found
    },
    getVehicleByOurRef: async (ourRef, options) => {
      const call = endpoints.vehicleByOurRef(ourRef)
      const found = await fetched(call, oneOf(call, readVehicle, 'our_ref', ourRef), options)
      vehicles?.onVehicle(found)
      return found
    },
    getVehicleStatus: async (id, options) => {
      const call = endpoints.vehicleStatus(id)
      const found = await fetched(call, oneOf(call, readVehicleSearchObject, 'id', id), options)
      vehicles?.onSearchObjects([found.data.raw])
      return found
    },
    getExampleVehicle: async (options) => fetched(endpoints.exampleVehicle(), one(readVehicle), options),
    getExampleBooking: async (options) => fetched(endpoints.exampleBooking(), one(readBooking), options),
  }
}

function readPage(answer: unknown, asked: string | null): ReturnType<Read<SearchPage>> {
  const read = readSearchPage(answer, asked)
  return read && { data: read.page, dropped: read.dropped }
}

function one<T>(read: (answer: unknown) => Inspected<T> | null): Read<Inspected<T>> {
  return (answer) => {
    const data = read(answer)
    return data && isWritable(data.raw) ? { data, dropped: 0 } : null
  }
}

// A different record than requested may be another person's data.
function oneOf<T>(
  call: Call,
  read: (answer: unknown) => Inspected<T> | null,
  field: keyof T & string,
  asked: string,
  onAnother = () => {},
): Read<Inspected<T>> {
  return (answer) => {
    const result = one(read)(answer)
    const given = result?.data.record[field] ?? null
    if (given !== null && given !== asked) {
      onAnother()
      throw failed(call, 'bad-response', `answered with another ${field}`)
    }
    return result
  }
}

// JSON.parse accepts a nesting depth that JSON.stringify cannot write.
function isWritable(raw: unknown): boolean {
  try {
    JSON.stringify(raw)
    return true
  } catch {
    return false
  }
}

function failed(call: Call, kind: ProblemKind, what: string): UpstreamError {
  return new UpstreamError(kind, `GET ${call.endpoint}: ${what}`, { status: 200 })
}
