import type { GapName } from './gaps'
import type { TimeFormat } from './times'

/**
 * What a field table says of a field. The tables stand once, in vehicle-fields.ts, search-fields.ts and
 * booking-fields.ts: types, readers, labels and help on the screens, lib/inspect and the OpenAPI document derive from
 * them. A file for each resource, so that a page loads no more than it shows.
 * Source: interface §2.1–2.5
 */
export interface Field {
  readonly type: FieldType
  readonly label: string
  /** The interface's own explanation, shown as help. */
  readonly meaning: string
  readonly section: string
  /** A value as the interface says it; ours, unless the interface samples one. */
  readonly example: unknown
  readonly group?: FieldGroup
  /** What of it stands in a sample only; the rest, or all when left out, is stated. */
  readonly sampled?: 'type' | 'shape' | 'value'
  /** What the interface leaves open about it. */
  readonly open?: readonly GapName[]
  /** The spelling that the interface samples for this time; all three are read everywhere. */
  readonly time?: TimeFormat
  /** The interface says that null is an answer in its own right. */
  readonly nullable?: true
  /** A list that the interface samples as a single string. */
  readonly single?: true
  /** The number is an amount in the currency that this field names. */
  readonly currency?: string
  /** The text is a currency code: three capital letters. */
  readonly isCurrency?: true
}

/** How a field's value is written in JSON. */
export type FieldType =
  | 'string'
  | 'datetime' // a string; three spellings, see times.ts
  | 'number'
  | 'integer'
  | 'strings' // array of string, or one string (§2.2)
  | 'position' // geo object, §2.3
  | 'webhooks' // webhook name → URL string
  | 'totals' // billing fields of a booking
  | 'vehicles' // array of vehicle search objects

export interface TypedField<T extends FieldType> extends Field {
  readonly type: T
}

export type FieldTable = Readonly<Record<string, Field>>

/** What a table's line may say beside its type, label and meaning. */
export type FieldMore = Omit<Partial<Field>, 'type' | 'label' | 'meaning' | 'example'>

/** The panels of a record's page, in reading order. */
export type FieldGroup =
  | 'vehicle'
  | 'driver'
  | 'owner'
  | 'prices'
  | 'journey'
  | 'customer'
  | 'webhooks'
  | 'record'

/** A record with every field of a table, as the interface says it. */
export function exampleOf(table: FieldTable): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, { example }]) => [name, example]))
}
