import type { ProblemKind } from '@/lib/api/contract/problems'
import { readSearchPage, readUnwrapped } from '@/lib/interface/readers'
import type {
  Booking,
  Inspected,
  SearchPage,
  Vehicle,
  VehicleSearchObject,
} from '@/lib/interface/resources'
import type { Search } from '@/lib/interface/search'
import { unwrap } from '@/lib/interface/unwrap'
import type { CallerOptions, Transport, TransportCallOptions } from '@/lib/upstream/http/transport'
import { type AnswerObserver, type Call, endpoints } from './endpoints'
import { UpstreamError } from './upstream-error'

export interface Fetched<T> {
  readonly data: T
  /** Rows without a readable id, left out of `data`. */
  readonly dropped: number
  /** Arrival of the answer; ISO 8601, this server's clock. */
  readonly fetchedAt: string
}

export interface CallOptions extends CallerOptions {
  /** Whether the answer of a search may hold all vehicles, whatever its limit. */
  readonly mayIgnoreLimit?: boolean
}

/**
 * Sees the service's records of vehicles, whichever call it answers and before
 * a role withholds anything.
 */
export interface VehicleObserver {
  /** A record of endpoint 2 or 3. */
  onVehicle(found: Fetched<Inspected<Vehicle>>): void
  /** Rows of a search, or a status, as received. */
  onSearchObjects(rows: readonly unknown[]): void
  /** Endpoint 2 answered that there is no such vehicle, or with another vehicle. */
  onMissing(id: string): void
}

export interface ServiceOptions {
  readonly transport: Transport
  /** Of every call, beside those of its caller. */
  readonly callOptions?: TransportCallOptions
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Called after every call that its caller did not abort, with its failure or null. */
  readonly onOutcome?: (failure: UpstreamError | null) => void
  /** Records answers where the interface is silent. */
  readonly observer?: AnswerObserver
  readonly vehicles?: VehicleObserver
}

/** Parses an answer. @returns null when it has another shape */
type Read<T> = (answer: unknown) => Parsed<T> | null

interface Parsed<T> {
  readonly data: T
  readonly dropped: number
}

export type ServiceClient = ReturnType<typeof createServiceClient>

/** The six endpoints as six methods, which reject with an UpstreamError. Source: interface §4 */
export function createServiceClient(options: ServiceOptions) {
  const {
    transport,
    callOptions,
    onOutcome = () => undefined,
    now = Date.now,
    observer,
    vehicles,
  } = options

  /** @param onMissing called where the service has no such record */
  async function fetched<T>(
    call: Call,
    read: Read<T>,
    options?: CallOptions,
    onMissing?: () => void,
  ): Promise<Fetched<T>> {
    try {
      const answer = await transport.call(call, { ...options, ...callOptions })
      const fetchedAt = new Date(now()).toISOString()
      observer?.onAnswer(call, answer)
      const result = read(answer)
      if (!result) {
        throw errorOf(call, 'bad-response', 'answer has another shape than the interface says')
      }
      onOutcome(null)
      return {
        data: result.data,
        dropped: result.dropped,
        fetchedAt,
      }
    } catch (error) {
      if (error instanceof UpstreamError) {
        onOutcome(error)
        if (error.kind === 'not-found') onMissing?.()
      }
      throw error
    }
  }

  function fetchedRecord<T>(
    call: Call,
    options?: CallOptions,
    onMissing?: () => void,
  ): Promise<Fetched<Inspected<T>>> {
    const read = recordReader<T>(call, onMissing)
    return fetched(call, read, options, onMissing)
  }

  return {
    /**
     * Vehicles near a position, one page, in the order the service gives (order: not shown, §4.2).
     * @param search position in degrees, radius in metres; an empty or null cursor is not sent
     * Source: interface §4.1, §2.5
     */
    searchVehicles: async (search: Search, options?: CallOptions) => {
      const read: Read<SearchPage> = (answer) => {
        const page = readSearchPage(answer, search.cursor)
        if (page) vehicles?.onSearchObjects((answer as { vehicles: unknown[] }).vehicles)
        return page
      }
      const { mayIgnoreLimit, ...callOptions } = options ?? {}
      return fetched(endpoints.search(search, mayIgnoreLimit), read, callOptions)
    },
    /**
     * @throws UpstreamError not-found, bad-response for another vehicle,
     * several-records. Source: §4 row 2, §2.1
     */
    getVehicle: async (id: string, options?: CallOptions) => {
      const onMissing = () => vehicles?.onMissing(id)
      const found = await fetchedRecord<Vehicle>(endpoints.vehicle(id), options, onMissing)
      vehicles?.onVehicle(found)
      return found
    },
    /**
     * As getVehicle; an answer without our_ref cannot be compared and is let
     * through. Source: §4 row 3, §2.1
     */
    getVehicleByOurRef: async (ourRef: string, options?: CallOptions) => {
      const found = await fetchedRecord<Vehicle>(endpoints.vehicleByOurRef(ourRef), options)
      vehicles?.onVehicle(found)
      return found
    },
    /** As getVehicle. Source: §4 row 4, §2.2 */
    getVehicleStatus: async (id: string, options?: CallOptions) => {
      const found = await fetchedRecord<VehicleSearchObject>(endpoints.vehicleStatus(id), options)
      vehicles?.onSearchObjects([found.data.raw])
      return found
    },
    /** Source: §4 row 5, §2.1 */
    getExampleVehicle: (options?: CallOptions) =>
      fetchedRecord<Vehicle>(endpoints.exampleVehicle(), options),
    /** Source: §4 row 6, §2.4 */
    getExampleBooking: (options?: CallOptions) =>
      fetchedRecord<Booking>(endpoints.exampleBooking(), options),
  }
}

/**
 * Refuses a different record than requested, which may be another person's data, and several.
 * @param onAnother called for a different record
 */
function recordReader<T>(call: Call, onAnother = () => {}): Read<Inspected<T>> {
  return (answer) => {
    if (!call.record) return null
    const { table, requested } = call.record
    const found = unwrap(answer, table, requested)
    if (found.isNothing && call.looksUp) throw errorOf(call, 'not-found', 'answered with nothing')
    if (found.isSeveral) throw errorOf(call, 'several-records', 'answered with several records')

    const data = readUnwrapped<T>(table, found)
    if (!data || !isWritable(data)) return null
    for (const [field, requestedValue] of Object.entries(requested)) {
      const value = data.record[field as keyof T] ?? null
      if (value === null || value === requestedValue) continue
      onAnother()
      throw errorOf(call, 'bad-response', `answered with another ${field}`)
    }
    return { data, dropped: 0 }
  }
}

// JSON.parse accepts a nesting depth that JSON.stringify cannot write.
function isWritable(data: unknown): boolean {
  try {
    JSON.stringify(data)
    return true
  } catch {
    return false
  }
}

function errorOf({ endpoint }: Call, kind: ProblemKind, reason: string): UpstreamError {
  return new UpstreamError(kind, `GET ${endpoint}: ${reason}`, { status: 200 })
}
