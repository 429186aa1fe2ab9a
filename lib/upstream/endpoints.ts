import { PREFIX } from '@/lib/interface/endpoints'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { isOurRef, isVehicleId, ourRefAllowed, vehicleIdAllowed } from '@/lib/interface/identifiers'
import { type Search, searchToParams } from '@/lib/interface/search'
import { UpstreamError } from './upstream-error'

export interface Call {
  /** Path template of the interface (§4), for messages and the log; holds no value. */
  readonly endpoint: string
  /** Encoded path below `/api/beta`. Never logged: a typed id may be a person's name. */
  readonly path: string
  readonly query?: URLSearchParams
  /** Largest decoded body, in bytes. */
  readonly capBytes: number
  /** Whether a 404 means that the record does not exist, instead of a failure of the service. */
  readonly looksUp: boolean
  /** Null for a list. */
  readonly record: RequestedRecord | null
}

interface RequestedRecord {
  readonly table: FieldTable
  /** Fields and the values by which it is requested. */
  readonly requested: Readonly<Record<string, string>>
}

/** Sees each answer of the service before it is parsed. */
export interface RequestObserver {
  /** Called before every attempt. */
  onRequest(call: Call): void
  /** Status and headers of every answer. */
  onResponse(call: Call, response: Response): void
  /** An answer that is no success, with the beginning of its body: null where that broke off. */
  onRefusal(call: Call, response: Response, beginning: string | null): void
}

export interface AnswerObserver extends RequestObserver {
  /** JSON of a success. */
  onAnswer(call: Call, answer: unknown): void
}

const LIST_CAP_BYTES = 2 * 1024 * 1024
/** About 20,000 vehicles. */
const WHOLE_LIST_CAP_BYTES = 8 * 1024 * 1024
const RECORD_CAP_BYTES = 256 * 1024

/** A call for one record: an example where none is requested. */
function recordCall(
  endpoint: string,
  table: FieldTable,
  requested: Readonly<Record<string, string>> = {},
): Call {
  return {
    endpoint,
    path: endpoint.replace('{vehicle_id}', () => segment(requested.id ?? '')),
    capBytes: RECORD_CAP_BYTES,
    looksUp: Object.keys(requested).length > 0,
    record: { table, requested },
  }
}

/** The six endpoints, the only ones that can be called. Source: interface §4 */
export const endpoints = {
  /** @param mayIgnoreLimit whether the answer may hold all vehicles, whatever the limit */
  search(search: Search, mayIgnoreLimit = false): Call {
    return {
      endpoint: '/vehicles',
      path: '/vehicles',
      // An empty cursor is the end of a list.
      query: searchToParams({ ...search, cursor: search.cursor || null }),
      capBytes: mayIgnoreLimit ? WHOLE_LIST_CAP_BYTES : LIST_CAP_BYTES,
      looksUp: false,
      record: null,
    }
  },
  vehicle(id: string): Call {
    return recordCall('/vehicles/{vehicle_id}', vehicleFields, { id })
  },
  vehicleByOurRef(ourRef: string): Call {
    if (!isOurRef(ourRef)) {
      throw new UpstreamError('bad-parameter', `our_ref: allowed are ${ourRefAllowed}`)
    }
    const requested = { our_ref: ourRef }
    const call = recordCall('/vehicles/by-our-ref', vehicleFields, requested)
    return { ...call, query: new URLSearchParams(requested) }
  },
  vehicleStatus(id: string): Call {
    return recordCall('/vehicles/{vehicle_id}/status', vehicleSearchObjectFields, { id })
  },
  exampleVehicle(): Call {
    return recordCall('/vehicles/example', vehicleFields)
  },
  exampleBooking(): Call {
    return recordCall('/bookings/example', bookingFields)
  },
}

/**
 * The URL of a call, checked after it is built: `encodeURIComponent('..')` is still
 * `..`, which a URL resolves.
 * @throws UpstreamError bad-parameter when the URL differs from the intended one
 */
export function urlOf(baseUrl: string, call: Call): URL {
  const base = new URL(baseUrl)
  const pathname = base.pathname.replace(/\/+$/, '') + PREFIX + call.path
  const url = new URL(base.origin + pathname)
  const isSamePath = url.origin === base.origin && url.pathname === pathname
  if (!isSamePath || url.search !== '' || url.hash !== '') {
    throw new UpstreamError('bad-parameter', `GET ${call.endpoint}: would reach another path`)
  }
  // URLSearchParams writes a space as `+`, which only form parsers decode.
  if (call.query) url.search = call.query.toString().replaceAll('+', '%20')
  return url
}

function segment(id: string): string {
  if (!isVehicleId(id)) {
    throw new UpstreamError('bad-parameter', `vehicle_id: allowed are ${vehicleIdAllowed}`)
  }
  return encodeURIComponent(id)
}
