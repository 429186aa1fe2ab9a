import type { GapName } from '@/lib/interface/gaps'
import type { TimeFormat } from '@/lib/interface/times'

/**
 * A line of a field table. Types, readers, labels and help, lib/inspect and the documents derive
 * from the tables in vehicle-fields.ts, search-fields.ts and booking-fields.ts; one file each, so
 * that a page loads only what it shows. Source: interface §2.1–2.5
 */
export interface Field {
  readonly type: FieldType
  readonly label: string
  /** The interface's own explanation, shown as help. */
  readonly meaning: string
  readonly section: string
  /** A valid value; ours, unless the interface samples one. */
  readonly example: unknown
  readonly group?: FieldGroup
  /** The part that only a sample shows; the rest, or everything without this, is stated. */
  readonly sampled?: 'type' | 'shape' | 'value'
  /** Gaps of the interface about the field. */
  readonly open?: readonly GapName[]
  /** Format of this time in the sample; all three are accepted everywhere. */
  readonly time?: TimeFormat
  /** Null is a value of its own. */
  readonly nullable?: true
  /** A list that the interface samples as a single string. */
  readonly single?: true
  /** The number is an amount in the currency that this field names. */
  readonly currency?: string
  /** The text identifies something: a whole number is read as one. */
  readonly isIdentifier?: true
  /** The text is a currency code: three capital letters. */
  readonly isCurrency?: true
}

/** How a field's value is written in JSON. */
export type FieldType =
  | 'string'
  | 'datetime' // a string; three formats, see times.ts
  | 'number'
  | 'integer'
  | 'strings' // array of string, or one string (§2.2)
  | 'position' // geo object, §2.3
  | 'webhooks' // webhook name → URL string
  | 'totals' // billing fields of a booking
  | 'vehicles' // array of vehicle search objects

interface TypedField<T extends FieldType> extends Field {
  readonly type: T
}

export type FieldTable = Readonly<Record<string, Field>>

/** Facts of a field besides type, label, meaning and example. */
type FieldOptions = Omit<Partial<Field>, 'type' | 'label' | 'meaning' | 'example'>

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

/** Builds the lines of a table: all of one section and group. */
export function fieldBuilder(section: string, group?: FieldGroup) {
  return <T extends FieldType>(
    type: T,
    label: string,
    meaning: string,
    example: unknown,
    options: FieldOptions = {},
  ): TypedField<T> => ({
    type,
    label,
    meaning,
    example,
    section,
    group,
    ...options,
  })
}

/** A record with the example of every field of a table. */
export function exampleOf(table: FieldTable): Record<string, unknown> {
  const examples = Object.entries(table).map(([name, { example }]) => [name, example])
  return Object.fromEntries(examples)
}
