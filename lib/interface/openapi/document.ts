import {
  type EndpointAnswer,
  type EndpointLine,
  type EndpointParameter,
  endpointLines,
} from '@/lib/interface/endpoints'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf, type Field } from '@/lib/interface/fields/fields'
import {
  positionFields,
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { type GapName, gapInWords, gaps } from '@/lib/interface/gaps'
import { fieldsOf } from '@/lib/interface/resources'
import { timeFormatsInWords } from '@/lib/interface/times'

type Json = Record<string, unknown>

/** All field tables, by their names in the document. */
export const fieldTables = {
  Vehicle: { section: '2.1', title: 'Vehicle', table: vehicleFields },
  VehicleSearchObject: {
    section: '2.2',
    title: 'Vehicle search object: a smaller form of the vehicle',
    table: vehicleSearchObjectFields,
  },
  Position: { section: '2.3', title: 'Geo object', table: positionFields },
  Booking: { section: '2.4', title: 'Booking', table: bookingFields },
  Totals: {
    section: '2.4',
    title: 'Totals of a booking, as they appear in a sample',
    table: totalsFields,
  },
  SearchResponse: { section: '2.5', title: 'Search response object', table: searchResponseFields },
} as const

/**
 * The service's interface as OpenAPI 3.1, made of the tables: `npm run generate` writes it to
 * public/service.openapi.json. Its examples belong together: the vehicle searched is the vehicle
 * read is the vehicle booked.
 */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vehicle booking service',
      version: 'beta',
      summary: 'What its written interface states, as Kerbside reads it',
      description: [
        'Generated from Kerbside’s field tables. What the interface leaves open is said where it matters.',
        withSections(['changes', 'rate_limit_header', 'key_forms', 'keys', 'versions']),
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'The service’s base address',
        variables: { base_url: { default: 'https://service.example' } },
      },
    ],
    security: [{ bearer: [] }, { key: [] }],
    paths: Object.fromEntries(endpointLines.map((line) => [line.path, { get: operationOf(line) }])),
    components: {
      schemas: openApiSchemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Recommended. Interface §5' },
        key: { type: 'apiKey', in: 'query', name: 'key', description: 'Alternative. Interface §5' },
      },
      responses: {
        Unauthorized: {
          description: `API key missing, incorrect or expired. Interface §7. ${withSections(['error_body'])}`,
        },
      },
    },
  }
}

function operationOf({ name, meaning, parameters, answer, open }: EndpointLine): Json {
  return {
    operationId: name,
    summary: meaning,
    description: `Interface §4. ${withSections([...open, 'status_code'])}`,
    ...(parameters.length > 0 ? { parameters: parameters.map(parameterOf) } : {}),
    responses: {
      '200': {
        description: meaning,
        content: {
          'application/json': { schema: answerSchema(answer), example: answerExample(answer) },
        },
      },
      '401': { $ref: '#/components/responses/Unauthorized' },
    },
  }
}

function parameterOf(parameter: EndpointParameter): Json {
  const { name, in: place, type, format, required, meaning, example, open } = parameter
  return {
    name,
    in: place,
    required,
    description: `${meaning}${format ? `, ${format}` : ''}.${open ? ` ${withSections(open)}` : ''}`,
    schema: { type, ...(parameter.default === undefined ? {} : { default: parameter.default }) },
    ...(example === undefined ? {} : { example }),
  }
}

/**
 * A single record without a documented key comes in each form that
 * `unwrap` reads under a usual key.
 */
function answerSchema({ of, key }: EndpointAnswer): Json {
  if (of === 'SearchResponse') return schemaRef(of)
  if (key) return { type: 'object', properties: { [key]: schemaRef(of) } }
  const list = { type: 'array', items: schemaRef(of), minItems: 1, maxItems: 1 }
  const under = (name: string, schema: Json) => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  })
  const vehicle = under('vehicle', schemaRef(of))
  const wrapped = [
    vehicle,
    under('data', { anyOf: [schemaRef(of), vehicle] }),
    under('result', schemaRef(of)),
    under('vehicles', list),
  ]
  const isWrapped = { anyOf: wrapped.map(({ required }) => ({ required })) }
  return { oneOf: [{ allOf: [schemaRef(of)], required: ['id'], not: isWrapped }, ...wrapped, list] }
}

function answerExample({ of, key }: EndpointAnswer): Json {
  const example = examples[of]()
  return key ? { [key]: example } : example
}

const examples: Record<EndpointAnswer['of'], () => Json> = {
  Vehicle: () => exampleOf(vehicleFields),
  VehicleSearchObject: () => exampleOf(vehicleSearchObjectFields),
  Booking: () => exampleOf(bookingFields),
  SearchResponse: () => ({
    ...exampleOf(searchResponseFields),
    vehicles: [exampleOf(vehicleSearchObjectFields)],
  }),
}

function schemaRef(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** The field tables as JSON Schemas. No field is required: which ones are is not shown. */
function openApiSchemas(): Json {
  return Object.fromEntries(
    Object.entries(fieldTables).map(([name, { section, title, table }]) => [
      name,
      {
        type: 'object',
        description: `${title}. Interface §${section}. ${withSections(['empty_field'])}`,
        properties: Object.fromEntries(
          fieldsOf(table).map(([field, line]) => [field, propertyOf(line)]),
        ),
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

function withSections(names: readonly GapName[]): string {
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
