import type { Field } from '@/lib/interface/fields/fields'
import { fieldTables } from '@/lib/interface/fields/tables'
import { type GapName, gapInWords, gaps } from '@/lib/interface/gaps'
import { fieldsOf } from '@/lib/interface/resources'
import { timeFormatsInWords } from '@/lib/interface/times'

export type Json = Record<string, unknown>

/** A reference to a named schema of the document. */
export function schemaRef(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** The field tables as JSON Schemas. No field is required: which ones are is not shown. */
export function openApiSchemas(): Json {
  return Object.fromEntries(
    Object.entries(fieldTables).map(([name, { section, title, table }]) => [
      name,
      {
        type: 'object',
        description: `${title}. Interface §${section}. ${withSections(['empty_field'])}`,
        properties: Object.fromEntries(fieldsOf(table).map(([field, line]) => [field, propertyOf(line)])),
      },
    ]),
  )
}

function propertyOf(field: Field): Json {
  const { label, example } = field
  // Examples of vehicles are in their own schema.
  const examples = field.type === 'vehicles' ? {} : { examples: [example] }
  return { ...typeOf(field), title: label, description: descriptionOf(field), ...examples }
}

function descriptionOf({ meaning, section, sampled, open, time }: Field): string {
  const shape = time ? `: ${timeFormatsInWords[time]}` : ''
  const basis = sampled ? `; its ${sampled} is sampled, not stated${shape}` : ''
  return `${meaning}. Interface §${section}${basis}.${open ? ` ${withSections(open)}` : ''}`
}

/** A sentence for each gap. */
export function withSections(names: readonly GapName[]): string {
  const sentences = names.map((name) => `${gapInWords(name)} (§${gaps[name].section}).`)
  return [...new Set(sentences)].join(' ')
}

function typeOf({ type, time, nullable, single }: Field): Json {
  switch (type) {
    case 'string':
      return { type: nullable ? ['string', 'null'] : 'string' }
    case 'datetime':
      // The format of §2.4 is not that of RFC 3339.
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
