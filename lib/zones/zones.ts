import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { NewZone, Zone, ZoneList, ZoneToSave } from '@/lib/api/contract/zones'
import { zones as zonesTable } from '@/lib/store/schema'
import type { Database, RecordChange } from '@/lib/store/store'

/** Records a change, given the zones before it. */
type ZonesAudit = (before: readonly Zone[]) => RecordChange

/** The zones of the desk. In the store, so that every node has the same. */
export interface Zones {
  /** While the store is away, as last read. */
  list(): Promise<ZoneList>
  /**
   * Replaces all zones; those without an id get one, and a deleted one may come back with its own.
   * @param version of the list that was changed
   * @returns null where the list has another version by now
   */
  replace(
    version: number,
    zones: readonly ZoneToSave[],
    operatorId: string | null,
    audit?: ZonesAudit,
  ): Promise<ZoneList | null>
}

const ONLY_ROW = 'zones'
/** Every page asks for the zones and their counts again and again. */
const KNOWN_MS = 2_000
const NO_ZONES: ZoneList = { version: 0, zones: [] }

export function createSqlZones(db: Database, now: () => number = Date.now): Zones {
  let known: { readonly list: ZoneList; readonly readAtMs: number } | null = null

  async function read(from: Pick<Database, 'select'>): Promise<ZoneList> {
    const [row] = await from.select().from(zonesTable).where(eq(zonesTable.id, ONLY_ROW))
    return row ? { version: row.version, zones: JSON.parse(row.list) } : NO_ZONES
  }

  return {
    async list() {
      const age = known ? now() - known.readAtMs : Number.POSITIVE_INFINITY
      if (known && age >= 0 && age < KNOWN_MS) return known.list
      try {
        known = { list: await read(db), readAtMs: now() }
      } catch (error) {
        // Zones are needed most while something fails.
        if (!known) throw error
      }
      return known.list
    },

    async replace(version, zones, operatorId, audit) {
      const replaced = await db.transaction(async (tx) => {
        const before = await read(tx)
        if (before.version !== version) return null
        if (isUnchanged(before.zones, zones)) return before
        const after = { version: version + 1, zones: withIds(before.zones, zones) }
        const row = {
          id: ONLY_ROW,
          version: after.version,
          list: JSON.stringify(after.zones),
          changedAt: new Date(now()),
          changedBy: operatorId,
        }
        const written = await tx
          .insert(zonesTable)
          .values(row)
          .onConflictDoUpdate({
            target: zonesTable.id,
            set: row,
            // Another change may have come between reading and writing.
            setWhere: eq(zonesTable.version, version),
          })
          .returning({ id: zonesTable.id })
        if (written.length === 0) return null
        await audit?.(before.zones)(tx)
        return after
      })
      known = replaced && { list: replaced, readAtMs: now() }
      return replaced
    },
  }
}

/** The zones of demo data, which are of this process only. */
export function createMemoryZones(first: readonly NewZone[]): Zones {
  let list: ZoneList = {
    version: 1,
    zones: withIds(
      [],
      first.map((zone) => ({ ...zone, id: null })),
    ),
  }
  return {
    list: async () => list,
    async replace(version, zones, _operatorId, audit) {
      if (list.version !== version) return null
      if (isUnchanged(list.zones, zones)) return list
      await audit?.(list.zones)()
      list = { version: version + 1, zones: withIds(list.zones, zones) }
      return list
    },
  }
}

/** As `randomUUID` makes them. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * A known zone keeps its id, and one that is put back has its own again: alerts and links name it.
 * Any other gets a new one.
 */
function withIds(before: readonly Zone[], zones: readonly ZoneToSave[]): Zone[] {
  const known = new Set(before.map(({ id }) => id))
  const taken = new Set<string>()
  return zones.map((zone) => {
    const { id } = zone
    const isKept = id !== null && !taken.has(id) && (known.has(id) || ID.test(id))
    const kept = isKept ? id : randomUUID()
    taken.add(kept)
    return { ...zone, id: kept }
  })
}

function isUnchanged(before: readonly Zone[], after: readonly ZoneToSave[]): boolean {
  if (before.length !== after.length) return false
  return before.every((zone, at) => {
    const next = after[at]
    return next !== undefined && next.id === zone.id && hasSameFacts(zone, next)
  })
}

/** "added North; changed Airport; removed Port", or "order of 12 zones". */
export function changeInWords(before: readonly Zone[], after: readonly ZoneToSave[]): string {
  const byId = new Map(before.map((zone) => [zone.id, zone]))
  const added: string[] = []
  const changed: string[] = []
  for (const zone of after) {
    const known = zone.id === null ? undefined : byId.get(zone.id)
    if (!known) added.push(zone.name)
    else if (!hasSameFacts(known, zone)) changed.push(zone.name)
    if (zone.id !== null) byId.delete(zone.id)
  }
  const removed = [...byId.values()].map(({ name }) => name)
  const parts = [
    namesInWords('added', added),
    namesInWords('changed', changed),
    namesInWords('removed', removed),
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join('; ') : `order of ${after.length} zones`
}

function hasSameFacts(a: NewZone, b: NewZone): boolean {
  return JSON.stringify(factsOf(a)) === JSON.stringify(factsOf(b))
}

/** Values in one order, whatever the order of the fields. */
function factsOf({ name, colour, shape, fewestFree, mostFree }: NewZone): readonly unknown[] {
  const points = shape.kind === 'circle' ? [shape.centre] : shape.points
  const radius = shape.kind === 'circle' ? shape.radius : null
  const places = points.map(({ lat, lng }) => [lat, lng])
  return [name, colour, places, radius, fewestFree, mostFree]
}

const NAMES_SHOWN = 5

function namesInWords(verb: string, names: readonly string[]): string | null {
  if (names.length === 0) return null
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  const more = names.length - NAMES_SHOWN
  return more > 0 ? `${verb} ${shown} and ${more} more` : `${verb} ${shown}`
}
