import { bookingFields, totalsFields } from '@/lib/interface/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields'
import { type GapName, gaps } from '@/lib/interface/gaps'
import { fieldsOf } from '@/lib/interface/resources'
import {
  positionFields,
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/search-fields'
import { timeFormatsInWords } from '@/lib/interface/times'
import { vehicleFields } from '@/lib/interface/vehicle-fields'

export type Json = Record<string, unknown>

/** A reference to a named schema of the document. */
export function schemaRef(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** The field tables as JSON Schemas, by their names in the document. No field is required: which are is not shown. */
export function openApiSchemas(): Json {
  return {
    Vehicle: schemaOf(vehicleFields, 'Vehicle', '2.1'),
    VehicleSearchObject: schemaOf(
      vehicleSearchObjectFields,
      'Vehicle search object: a smaller form of the vehicle',
      '2.2',
    ),
    Position: schemaOf(positionFields, 'Geo object', '2.3'),
    Booking: schemaOf(bookingFields, 'Booking', '2.4'),
    Totals: schemaOf(totalsFields, 'Totals of a booking, as they appear in a sample', '2.4'),
    SearchResponse: schemaOf(searchResponseFields, 'Search response object', '2.5'),
  }
}

function schemaOf(table: FieldTable, title: string, section: string): Json {
  return {
    type: 'object',
    description: `${title}. Interface §${section}. ${withSections(['empty_field'])}`,
    properties: Object.fromEntries(fieldsOf(table).map(([name, field]) => [name, propertyOf(field)])),
  }
}

function propertyOf(field: Field): Json {
  const { label, example } = field
  // A list of records has its examples where its records have theirs.
  const examples = field.type === 'vehicles' ? {} : { examples: [example] }
  return { ...typeOf(field), title: label, description: descriptionOf(field), ...examples }
}

function descriptionOf({ meaning, section, sampled, open, time }: Field): string {
  const shape = time ? `: ${timeFormatsInWords[time]}` : ''
  const basis = sampled ? `; its ${sampled} is sampled, not stated${shape}` : ''
  return `${meaning}. Interface §${section}${basis}.${open ? ` ${withSections(open)}` : ''}`
}

/** What the interface leaves open, a sentence for each gap. */
export function withSections(names: readonly GapName[]): string {
  return names.map((name) => `${gaps[name].text} (§${gaps[name].section}).`).join(' ')
}

function typeOf({ type, time, nullable, single, isCurrency }: Field): Json {
  switch (type) {
    case 'string':
      return {
        type: nullable ? ['string', 'null'] : 'string',
        ...(isCurrency ? { pattern: '^[A-Z]{3}$' } : {}),
      }
    case 'datetime':
      // §2.4's spelling is none of RFC 3339's.
      return time === 'gmt' ? { type: 'string' } : { type: 'string', format: 'date-time' }
    case 'strings':
      return single ? { type: 'string' } : { type: 'array', items: { type: 'string' } }
    case 'position':
      return schemaRef('Position')
    case 'totals':
      return schemaRef('Totals')
    case 'webhooks':
      return { type: 'object', additionalProperties: { type: 'string' } }
    case 'vehicles':
      return { type: 'array', items: schemaRef('VehicleSearchObject') }
    case 'number':
    case 'integer':
      return { type }
  }
}
