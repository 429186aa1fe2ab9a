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
  Vehicle: {
    section: '2.1',
    title: 'Vehicle',
    table: vehicleFields,
  },
  VehicleSearchObject: {
    section: '2.2',
    title: 'Vehicle search object: a smaller form of the vehicle',
    table: vehicleSearchObjectFields,
  },
  Position: {
    section: '2.3',
    title: 'Geo object',
    table: positionFields,
  },
  Booking: {
    section: '2.4',
    title: 'Booking',
    table: bookingFields,
  },
  Totals: {
    section: '2.4',
    title: 'Totals of a booking, as they appear in a sample',
    table: totalsFields,
  },
  SearchResponse: {
    section: '2.5',
    title: 'Search response object',
    table: searchResponseFields,
  },
} as const

/**
 * The service's interface as OpenAPI 3.1, made of the tables: `npm run generate` writes it to
 * public/service.openapi.json. Its examples belong together: the vehicle searched is the vehicle
 * read is the vehicle booked.
 */
export function openApiDocument(): Json {
  const description =
    'Generated from Kerbside’s field tables. What the interface leaves open is said where it matters.'
  const openPoints = withSections(['changes', 'rate_limit_header', 'key_forms', 'keys', 'versions'])
  const paths: Json = {}
  for (const line of endpointLines) paths[line.path] = { get: operationOf(line) }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Vehicle booking service',
      version: 'beta',
      summary: 'What its written interface states, as Kerbside reads it',
      description: `${description} ${openPoints}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'The service’s base address',
        variables: {
          base_url: { default: 'https://service.example' },
        },
      },
    ],
    security: [{ bearer: [] }, { key: [] }],
    paths,
    components: {
      schemas: openApiSchemas(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Recommended. Interface §5',
        },
        key: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'Alternative. Interface §5',
        },
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
          'application/json': {
            schema: answerSchema(answer),
            example: answerExample(answer),
          },
        },
      },
      '401': { $ref: '#/components/responses/Unauthorized' },
    },
  }
}

function parameterOf(parameter: EndpointParameter): Json {
  const { name, in: place, type, required, example } = parameter
  const schema: Json = { type }
  if (parameter.default !== undefined) schema.default = parameter.default
  const json: Json = {
    name,
    in: place,
    required,
    description: parameterDescription(parameter),
    schema,
  }
  if (example !== undefined) json.example = example
  return json
}

function parameterDescription({ meaning, format, open }: EndpointParameter): string {
  const sentence = format ? `${meaning}, ${format}.` : `${meaning}.`
  return open ? `${sentence} ${withSections(open)}` : sentence
}

/**
 * A single record without a documented key comes in each form that
 * `unwrap` reads under a usual key.
 */
function answerSchema({ of, key }: EndpointAnswer): Json {
  const record = schemaRef(of)
  if (of === 'SearchResponse') return record
  if (key) return { type: 'object', properties: { [key]: record } }

  const list = {
    type: 'array',
    items: record,
    minItems: 1,
    maxItems: 1,
  }
  const underVehicle = wrapperSchema('vehicle', record)
  const wrapped = [
    underVehicle,
    wrapperSchema('data', { anyOf: [record, underVehicle] }),
    wrapperSchema('result', record),
    wrapperSchema('vehicles', list),
  ]
  const isWrapped = { anyOf: wrapped.map(({ required }) => ({ required })) }
  const bare = {
    allOf: [record],
    required: ['id'],
    not: isWrapped,
  }
  return { oneOf: [bare, ...wrapped, list] }
}

/** An object that has the record as the value of a key. */
function wrapperSchema(key: string, record: Json) {
  return {
    type: 'object',
    properties: { [key]: record },
    required: [key],
  }
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
export function openApiSchemas(): Json {
  const schemas: Json = {}
  for (const [name, { section, title, table }] of Object.entries(fieldTables)) {
    const properties: Json = {}
    for (const [fieldName, field] of fieldsOf(table)) properties[fieldName] = propertyOf(field)
    schemas[name] = {
      type: 'object',
      description: `${title}. Interface §${section}. ${withSections(['empty_field'])}`,
      properties,
    }
  }
  return schemas
}

function propertyOf(field: Field): Json {
  const property: Json = {
    ...typeOf(field),
    title: field.label,
    description: descriptionOf(field),
  }
  // Examples of vehicles are in their own schema.
  if (field.type !== 'vehicles') property.examples = [field.example]
  return property
}

function descriptionOf(field: Field): string {
  const { meaning, section, open } = field
  const sentences = `${meaning}. Interface §${section}${basisOf(field)}.`
  return open ? `${sentences} ${withSections(open)}` : sentences
}

/** "; its shape is sampled, not stated: YYYY-MM-DD …"; empty for a field that is stated. */
function basisOf({ sampled, time }: Field): string {
  if (!sampled) return ''
  const basis = `; its ${sampled} is sampled, not stated`
  return time ? `${basis}: ${timeFormatsInWords[time]}` : basis
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
