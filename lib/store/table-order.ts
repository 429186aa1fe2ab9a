import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema'

export interface TableFacts {
  /** As in SQL. */
  readonly name: string
  /** The one column of the primary key. */
  readonly key: string
  /** The identity column; null for most. */
  readonly identity: string | null
}

/** Left out of an export: encrypted with the service's key, and learned from the service again or soon deleted. */
const DERIVED = new Set<PgTable>([schema.vehicleSegments, schema.recordedAreas, schema.recordingSegments])

/** Every table of an export, each after the tables it refers to. */
export function listTables(): TableFacts[] {
  const tables = Object.values(schema).filter((value) => is(value, PgTable) && !DERIVED.has(value))
  const done = new Set<PgTable>()
  const visit = (table: PgTable): PgTable[] => {
    if (done.has(table)) return []
    done.add(table)
    const before = getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable)
    return [...before.flatMap(visit), table]
  }
  return tables.flatMap(visit).map(describe)
}

function describe(table: PgTable): TableFacts {
  const { name, columns } = getTableConfig(table)
  const key = columns.find(({ primary }) => primary)
  if (!key) throw new Error(`Table ${name} has no primary key of one column, which the export needs`)
  const identity = columns.find(({ generatedIdentity }) => generatedIdentity)
  return { name, key: key.name, identity: identity?.name ?? null }
}
