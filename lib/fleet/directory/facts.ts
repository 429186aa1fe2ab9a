import type { DirectoryEntry } from '@/lib/api/contract/live'
import { clip, copied } from '@/lib/interface/clip'
import { identifierOf } from '@/lib/interface/identifiers'
import type { Inspected, JsonObject, Vehicle } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { ownValue } from '@/lib/interface/values'

/** The driver of a vehicle's record, for searches only: never part of a list or of an entry. */
export interface DriverContact {
  readonly name: string | null
  readonly phone: string | null
}

/** A vehicle's facts in the directory. */
export interface VehicleFacts {
  /** The same object while no name changes. */
  readonly entry: DirectoryEntry
  /** Null where the record names neither a driver nor a number. */
  readonly driver: DriverContact | null
  /** The service has no such record: the entry is NO_NAMES. */
  readonly isMissing: boolean
  readonly webhookHosts: readonly string[]
  /** Last modification as the record said; milliseconds since the epoch. */
  readonly mtimeMs: number | null
  /**
   * When the service last answered for the record; 0 for never: known from a search or status only.
   */
  readonly readAtMs: number
  /** Readings in a row that found the same names, or no record. */
  readonly repeats: number
}

/** More than clocks of nodes differ by: read while a clock was wrong. */
const AHEAD_MS = 5 * 60_000

/** Whether facts were read at a time that is still to come: newer ones would never replace them. */
export function isOfFuture({ readAtMs }: VehicleFacts, nowMs: number): boolean {
  return readAtMs - nowMs > AHEAD_MS
}

/** The entry of a vehicle whose record was asked for in vain: read, and without names. */
export const NO_NAMES: DirectoryEntry = {
  our_ref: null,
  licence_plate: null,
  active_booking_id: null,
}

/** A record as it was read, with the paths of its fields that were not. */
type ReadRecord = Pick<Inspected<Vehicle>, 'record' | 'unreadable'>

const NAMES = ['our_ref', 'licence_plate', 'active_booking_id'] as const

function namesAmong(unreadable: readonly string[]): readonly string[] | undefined {
  const names = NAMES.filter((name) => unreadable.includes(name))
  return names.length > 0 ? names : undefined
}

/** 128 characters, as in lib/interface/identifiers, may be 256 units. */
const LONGEST_NAME = 256
const HOSTS_MAXIMUM = 8

const noHosts: readonly string[] = []

export function factsOfRecord(
  { record, unreadable }: ReadRecord,
  readAtMs: number,
  before: VehicleFacts | null,
): VehicleFacts {
  const read: DirectoryEntry = {
    our_ref: clip(record.our_ref, LONGEST_NAME),
    licence_plate: clip(record.licence_plate, LONGEST_NAME),
    active_booking_id: clip(record.active_booking_id, LONGEST_NAME),
    unreadable: namesAmong(unreadable),
  }
  const driver = driverOf(record)
  const isRepeat =
    wasRead(before) &&
    !before.isMissing &&
    hasSameNames(before.entry, read) &&
    isSameDriver(before.driver, driver)
  return {
    entry: before && isSameEntry(before.entry, read) ? before.entry : read,
    driver,
    isMissing: false,
    webhookHosts: hostsOf(record.webhooks),
    mtimeMs: record.mtime === null ? null : (parseTime(record.mtime)?.epochMs ?? null),
    readAtMs,
    repeats: isRepeat ? before.repeats + 1 : 0,
  }
}

/** No record: the service knows none, or answered with another one or with nothing. */
export function factsOfMissing(readAtMs: number, before: VehicleFacts | null): VehicleFacts {
  const repeats = wasRead(before) && before.isMissing ? before.repeats + 1 : 0
  return {
    entry: NO_NAMES,
    driver: null,
    isMissing: true,
    webhookHosts: noHosts,
    mtimeMs: null,
    readAtMs,
    repeats,
  }
}

/**
 * Names in a search object, where a service sends them although §2.2 shows none.
 * @returns null where it has none, or none that is new
 */
export function factsOfSearchObject(
  raw: JsonObject,
  before: VehicleFacts | null,
): VehicleFacts | null {
  const entry = { ...(before?.entry ?? NO_NAMES) }
  for (const name of NAMES) {
    const value = ownValue(raw, name)
    const text = identifierOf(value)
    if (text !== null) entry[name] = clip(text, LONGEST_NAME)
    else if (value === null && name === 'active_booking_id') entry[name] = null
  }
  if (isSameEntry(entry, before?.entry ?? NO_NAMES)) return null
  return {
    entry,
    driver: before?.driver ?? null,
    isMissing: false,
    webhookHosts: before?.webhookHosts ?? noHosts,
    mtimeMs: before?.mtimeMs ?? null,
    readAtMs: before?.readAtMs ?? 0,
    repeats: before?.repeats ?? 0,
  }
}

function wasRead(facts: VehicleFacts | null): facts is VehicleFacts {
  return facts !== null && facts.readAtMs > 0
}

function isSameEntry(a: DirectoryEntry, b: DirectoryEntry): boolean {
  return hasSameNames(a, b) && a.active_booking_id === b.active_booking_id
}

function hasSameNames(a: DirectoryEntry, b: DirectoryEntry): boolean {
  const areSame = a.our_ref === b.our_ref && a.licence_plate === b.licence_plate
  return areSame && String(a.unreadable) === String(b.unreadable)
}

function driverOf({ driver_name, driver_phone_number }: Vehicle): DriverContact | null {
  if (driver_name === null && driver_phone_number === null) return null
  return {
    name: clip(driver_name, LONGEST_NAME),
    phone: clip(driver_phone_number, LONGEST_NAME),
  }
}

function isSameDriver(a: DriverContact | null, b: DriverContact | null): boolean {
  return a?.name === b?.name && a?.phone === b?.phone
}

function hostsOf(webhooks: Vehicle['webhooks']): readonly string[] {
  const hosts = new Set<string>()
  for (const url of Object.values(webhooks ?? {})) {
    if (URL.canParse(url)) hosts.add(copied(clip(new URL(url).host, LONGEST_NAME)))
    if (hosts.size === HOSTS_MAXIMUM) break
  }
  return hosts.size === 0 ? noHosts : [...hosts].sort()
}

/**
 * Facts as they are stored: the keys of an object would be half of it. Another layout
 * needs another STORED_KIND.
 */
export type StoredFacts = readonly [
  ourRef: string | null,
  licencePlate: string | null,
  activeBookingId: string | null,
  webhookHosts: readonly string[] | 0,
  mtimeMs: number | null,
  readAtMs: number,
  repeats: number,
  isMissing: 0 | 1,
  driverName: string | null,
  driverPhone: string | null,
  /** Left out where none is: earlier releases store none. */
  unreadableNames?: readonly string[],
]

export const STORED_KIND = 'directory-2'

export function encodeFacts(facts: VehicleFacts): StoredFacts {
  const { entry, driver, webhookHosts } = facts
  const { unreadable } = entry
  const stored = [
    entry.our_ref,
    entry.licence_plate,
    entry.active_booking_id,
    webhookHosts.length === 0 ? 0 : webhookHosts,
    facts.mtimeMs,
    facts.readAtMs,
    facts.repeats,
    facts.isMissing ? 1 : 0,
    driver?.name ?? null,
    driver?.phone ?? null,
  ] as const
  return unreadable === undefined ? stored : [...stored, unreadable]
}

export function readAtMsOf(stored: StoredFacts): number {
  return stored[5]
}

export function decodeFacts(stored: StoredFacts): VehicleFacts {
  const [our_ref, licence_plate, active_booking_id, hosts, mtimeMs, readAtMs, repeats, isMissing] =
    stored
  const name = stored[8]
  const phone = stored[9]
  const hasDriver = name !== null || phone !== null
  return {
    entry: { our_ref, licence_plate, active_booking_id, unreadable: stored[10] },
    driver: hasDriver ? { name, phone } : null,
    isMissing: isMissing === 1,
    webhookHosts: hosts === 0 ? noHosts : hosts,
    mtimeMs,
    readAtMs,
    repeats,
  }
}
