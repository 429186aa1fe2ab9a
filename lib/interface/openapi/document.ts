import {
  type EndpointAnswer,
  type EndpointLine,
  type EndpointParameter,
  endpointLines,
} from '@/lib/interface/endpoints'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import { searchResponseFields, vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { type Json, openApiSchemas, schemaRef, withSections } from './schemas'

/**
 * The service's interface as OpenAPI 3.1, made of the tables: `npm run generate` writes it to public/service.openapi.json.
 * Its examples belong together: the vehicle searched is the vehicle read is the vehicle booked.
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
        content: { 'application/json': { schema: answerSchema(answer), example: answerExample(answer) } },
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

/** A single record without a documented key comes in each form that `unwrap` reads under a usual key. */
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
