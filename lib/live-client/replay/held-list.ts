import type { LiveSnapshotPart, LiveVehicle } from '@/lib/contract/live'
import type { Deltas, ListDifference } from '@/lib/contract/recording-frames'

/** A whole list of a recording, to which another one can be answered as a difference. */
export interface HeldList {
  readonly place: string
  readonly vehicles: readonly LiveVehicle[]
}

/** The whole list that was read last. */
export class ListHolder {
  held: HeldList | null = null
  #parts: LiveVehicle[] = []

  /** Holds a list once its last part is added. */
  add({ part, parts, vehicles, place }: LiveSnapshotPart & { readonly place: string }): void {
    if (part === 0) this.#parts = []
    for (const vehicle of vehicles) this.#parts.push(vehicle)
    if (part === parts - 1) this.held = { place, vehicles: this.#parts }
  }

  /**
   * @returns the list as a snapshot of one part
   * @throws for a difference to another list than `base`
   */
  apply(base: HeldList | null, difference: ListDifference): LiveSnapshotPart {
    if (base?.place !== difference.base) throw new Error(`a difference to ${difference.base}`)
    const { place, epoch, writtenAt, meta } = difference
    const vehicles = differing(base.vehicles, difference)
    this.held = { place, vehicles }
    return { epoch, writtenAt, meta, part: 0, parts: 1, vehicles }
  }
}

/** Vehicles that are the same stay the same objects. @throws for one that is not in the list */
function differing(
  base: readonly LiveVehicle[],
  { removed, moved, since, fields, added, order }: ListDifference,
): readonly LiveVehicle[] {
  const vehicles = base.slice() as (Changeable | null)[]
  const isNew = new Uint8Array(base.length)
  const changeable = (at: number): Changeable => {
    const vehicle = vehicles[at]
    if (!vehicle) throw new Error(`a difference of vehicle ${at} of ${base.length}`)
    if (isNew[at] === 1) return vehicle
    isNew[at] = 1
    const copy = { ...vehicle }
    vehicles[at] = copy
    return copy
  }
  const { scale } = moved
  let [lat, lng, atMs] = [0, 0, 0]
  forEachAt(moved.atDeltas, (at, n) => {
    lat += moved.latDeltas[n]!
    lng += moved.lngDeltas[n]!
    changeable(at).position = { lat: lat / scale, lng: lng / scale }
  })
  forEachAt(since.atDeltas, (at, n) => {
    atMs += since.timeDeltas[n]!
    changeable(at).statusSince = { atMs, isBeginning: since.begun[n] === 1 }
  })
  for (const { name, atDeltas, values, numbers } of fields)
    forEachAt(atDeltas, (at, n) => {
      changeable(at)[name] = values[numbers[n]!]
    })
  for (const number of removed) vehicles[number] = null
  const stay = removed.length === 0 ? vehicles : vehicles.filter((vehicle) => vehicle !== null)
  const all = [...stay, ...added] as readonly LiveVehicle[]
  return order ? order.map((number) => all[number]!) : all
}

/** @param work is given each vehicle's number, and its place in the column */
function forEachAt(atDeltas: Deltas, work: (at: number, n: number) => void): void {
  let at = 0
  for (let n = 0; n < atDeltas.length; n++) {
    at += atDeltas[n]!
    work(at, n)
  }
}

type Changeable = { -readonly [Name in keyof LiveVehicle]: LiveVehicle[Name] } & Record<string, unknown>
