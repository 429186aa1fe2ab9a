import type { ListedRecord } from './listed-record'

export type SortName =
  | 'opened'
  | 'received'
  | 'our_ref'
  | 'status'
  | 'vehicle'
  | 'customer_name'
  | 'from_label'
  | 'when'
  | 'ctime'
  | 'distance'
  | 'total'
  | 'findings'

export interface Sort {
  readonly by: SortName
  readonly descending: boolean
}

const collator = new Intl.Collator('en-GB', { numeric: true })

// More than the inspector lists for a record.
const MOST_OF_ONE = 10_000

type Key = string | number | null | undefined

const keys: Record<SortName, (record: ListedRecord) => Key> = {
  opened: ({ index }) => index,
  received: ({ arrival }) => arrival?.receivedMs,
  our_ref: ({ inspected }) => inspected.record.our_ref || inspected.record.id,
  status: ({ inspected }) => inspected.record.status,
  customer_name: ({ inspected }) => inspected.record.customer_name,
  from_label: ({ inspected }) => inspected.record.from_label,
  vehicle: ({ inspected }) => inspected.record.vehicle_our_ref || inspected.record.vehicle_id,
  when: ({ inspected, whenMs }) => whenMs ?? inspected.record.when,
  ctime: ({ createdMs }) => createdMs,
  distance: ({ distanceMetres }) => distanceMetres,
  total: ({ inspected }) => inspected.record.totals?.total,
  // One error outweighs any number of warnings.
  findings: ({ findings }) => (findings.error * MOST_OF_ONE + findings.warning) * MOST_OF_ONE + findings.note,
}

/** Sorts records; those without a value come last in either direction. */
export function sortRecords(records: readonly ListedRecord[], { by, descending }: Sort): ListedRecord[] {
  const sign = descending ? -1 : 1
  const keyed = records.map((record) => ({ record, key: keys[by](record) ?? null }))
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    return sign * compare(a.key, b.key) || a.record.index - b.record.index
  })
  return keyed.map(({ record }) => record)
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  // "now" comes before any time.
  if (typeof a !== typeof b) return typeof a === 'string' ? -1 : 1
  return collator.compare(String(a), String(b))
}
