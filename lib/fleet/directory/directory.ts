import type { DirectoryEntry } from '@/lib/api/contract/live'
import type { FoundDriver, FoundVehicle } from '@/lib/api/contract/places'
import type { ReadVehiclesByWebhook } from '@/lib/api/contract/webhooks'
import { driverFit, driverFits } from '@/lib/format/driver-fit'
import { fits, nameFit } from '@/lib/format/name-fit'
import { identifierOf } from '@/lib/interface/identifiers'
import { LONGEST_ID } from '@/lib/interface/readers'
import type { Inspected, JsonObject, Vehicle } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import type { VehicleObserver } from '@/lib/upstream/service'
import {
  factsOfMissing,
  factsOfRecord,
  factsOfSearchObject,
  isOfFuture,
  type VehicleFacts,
} from './facts'

/** Entries are read again before this age, and forgotten at it. */
export const KEPT_MS = 24 * 60 * 60_000

/** About 0.5 KB each. Beyond it the longest unread are forgotten. */
const ENTRIES_MAXIMUM = 500_000

export type Directory = ReturnType<typeof createDirectory>

/**
 * The fleet's own names of vehicles, by vehicle id, out of every record that passes through this
 * server. In memory; its storage, which other nodes share, is wired to it in lib/app/parts.
 * @param now milliseconds since the epoch
 * @param onLearned called with every change of facts by this node's own readings
 */
export function createDirectory(
  now: () => number = Date.now,
  onLearned: (id: string, facts: VehicleFacts) => void = () => {},
) {
  // Re-inserted with every change, so that the oldest come first. A Map,
  // since any text may be an id.
  const vehicles = new Map<string, VehicleFacts>()
  /** Vehicles known from search objects only, that one named since the last `forgetOld`. */
  const named = new Set<string>()

  function put(id: string, facts: VehicleFacts): void {
    vehicles.delete(id)
    vehicles.set(id, facts)
    if (vehicles.size <= ENTRIES_MAXIMUM) return
    const [oldest] = vehicles.keys()
    if (oldest !== undefined) vehicles.delete(oldest)
  }

  function putLearned(id: string, facts: VehicleFacts): void {
    // A search leaves such a vehicle out.
    if (id.length > LONGEST_ID) return
    put(id, facts)
    onLearned(id, facts)
  }

  function learnSearchObject(raw: JsonObject): void {
    const id = identifierOf(ownValue(raw, 'id'))
    if (!id) return
    const facts = factsOfSearchObject(raw, vehicles.get(id) ?? null)
    if (facts) putLearned(id, facts)
    if (vehicles.get(id)?.readAtMs === 0) named.add(id)
  }

  return {
    /** The same object until it changes; null until the vehicle's record was read. */
    entryOf: (id: string): DirectoryEntry | null => vehicles.get(id)?.entry ?? null,
    factsOf: (id: string): VehicleFacts | null => vehicles.get(id) ?? null,
    /** @param readAtMs milliseconds since the epoch, this server's clock */
    learn(read: Inspected<Vehicle>, readAtMs: number): void {
      const { id } = read.record
      putLearned(id, factsOfRecord(read, readAtMs, vehicles.get(id) ?? null))
    },
    /** Search objects and statuses as received, where a service puts names into them. */
    learnSearchObjects(rows: readonly unknown[]): void {
      for (const row of rows) {
        const raw = asObject(row)
        if (raw && ('our_ref' in raw || 'licence_plate' in raw)) learnSearchObject(raw)
      }
    },
    /**
     * The service has no record under this id, or answered with another vehicle's, of
     * which nothing is learned.
     */
    learnMissing(id: string, readAtMs: number): void {
      putLearned(id, factsOfMissing(readAtMs, vehicles.get(id) ?? null))
    },
    /**
     * Takes over facts that were stored or that another node learned, unless newer ones are here.
     */
    adopt(id: string, facts: VehicleFacts): void {
      const nowMs = now()
      if (nowMs - facts.readAtMs >= KEPT_MS || isOfFuture(facts, nowMs)) return
      const before = vehicles.get(id)
      if (!before || before.readAtMs < facts.readAtMs || isOfFuture(before, nowMs)) put(id, facts)
    },
    /** All facts, longest unchanged first. */
    all: (): IterableIterator<readonly [id: string, facts: VehicleFacts]> => vehicles.entries(),
    /** Counts the vehicles whose records were read. @param host with its port, as in a URL */
    countByWebhook(host: string): ReadVehiclesByWebhook {
      const count = { here: 0, elsewhere: 0, none: 0 }
      for (const { webhookHosts, readAtMs, isMissing } of vehicles.values()) {
        if (readAtMs === 0 || isMissing) continue
        if (webhookHosts.length === 0) count.none++
        else if (webhookHosts.includes(host)) count.here++
        else count.elsewhere++
      }
      return count
    },
    forgetOld(): void {
      const nowMs = now()
      for (const [id, { readAtMs }] of vehicles) {
        const isNamed = readAtMs === 0 && named.has(id)
        if (nowMs - readAtMs >= KEPT_MS && !isNamed) vehicles.delete(id)
      }
      named.clear()
    },
    get size() {
      return vehicles.size
    },
  }
}

/** Facts of all vehicles, by their ids. */
export interface KnownFacts {
  all(): Iterable<readonly [id: string, facts: VehicleFacts]>
}

export function asObserver(directory: Directory, now: () => number = Date.now): VehicleObserver {
  return {
    onVehicle: ({ data, fetchedAt }) => directory.learn(data, Date.parse(fetchedAt)),
    onSearchObjects: directory.learnSearchObjects,
    onMissing: (id) => directory.learnMissing(id, now()),
  }
}

/** Entries compared before other work gets its turn. */
const STEP_ENTRIES = 10_000
const SHORTEST_PART = 2

const inOrder = new Intl.Collator('en', { numeric: true }).compare

/**
 * Vehicles that a text names, the best first.
 * @param types keys whose words the text may hold beside a name
 */
export function findVehicles(
  directory: KnownFacts,
  text: string,
  most: number,
  types: readonly string[] = [],
): Promise<FoundVehicle[]> {
  const fitOf = nameFit(text, types)
  // A letter is a part of every name.
  const worst = text.trim().length < SHORTEST_PART ? fits.plate : fits.part
  return bestOf(directory, most, (id, { entry }) => {
    const fit = fitOf(entry)
    if (fit > worst) return null
    const { our_ref: ourRef, licence_plate: licencePlate } = entry
    return { fit, name: ourRef ?? licencePlate ?? '', found: { id, ourRef, licencePlate } }
  })
}

/** Vehicles whose driver's name or phone number a text may be, the best first. */
export function findDrivers(
  directory: KnownFacts,
  text: string,
  most: number,
): Promise<FoundDriver[]> {
  const fitOf = driverFit(text)
  return bestOf(directory, most, (id, { entry, driver, readAtMs }) => {
    const fit = driver === null ? driverFits.none : fitOf(driver)
    if (driver === null || fit === driverFits.none) return null
    const { our_ref: ourRef, licence_plate: licencePlate } = entry
    const { name, phone } = driver
    return { fit, name: name ?? '', found: { id, ourRef, licencePlate, name, phone, readAtMs } }
  })
}

interface Fitting<Found> {
  /** Lower is better. */
  readonly fit: number
  /** Orders those that fit equally. */
  readonly name: string
  readonly found: Found
}

/** @param grade null for one that does not fit */
async function bestOf<Found>(
  directory: KnownFacts,
  most: number,
  grade: (id: string, facts: VehicleFacts) => Fitting<Found> | null,
): Promise<Found[]> {
  const best: Fitting<Found>[] = []
  let compared = 0
  for (const [id, facts] of directory.all()) {
    const fitting = grade(id, facts)
    const last = best[most - 1]
    if (fitting && (!last || fitting.fit <= last.fit)) {
      best.push(fitting)
      best.sort((a, b) => a.fit - b.fit || inOrder(a.name, b.name))
      if (best.length > most) best.pop()
    }
    if (++compared % STEP_ENTRIES === 0) await new Promise(setImmediate)
  }
  return best.map(({ found }) => found)
}
