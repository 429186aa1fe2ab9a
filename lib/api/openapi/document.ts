import { z } from 'zod'
import { isRequired, type ParameterTable } from '@/lib/api/http/input'
import type { AnyRoute } from '@/lib/api/http/route'
import { table } from '@/lib/api/table'
import { answers, mediaTypes, schemas } from './answers'

type Json = Record<string, unknown>

/** Of a body that a schema of zod cannot say in full, such as a check of its own. */
const BODY_OPTIONS = { unrepresentable: 'any', io: 'input', target: 'draft-2020-12' } as const

/**
 * Kerbside's own API as OpenAPI 3.1, made of the table of routes: those that a script's token is
 * enough for. `npm run generate` writes it to public/openapi.json.
 */
export function kerbsideApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerbside',
      version: '1',
      summary: 'What a script may ask of a dashboard',
      description:
        'A success is {data, meta}; a failure is a problem (RFC 9457). Roles include those below them: viewer, dispatcher, administrator.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The dashboard that serves this document' }],
    security: [{ token: [] }],
    tags: tagNames().map((name) => ({ name })),
    paths: paths(),
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token from the account page. Not needed where sign-in is disabled (KERBSIDE_AUTH=off).',
        },
      },
      responses: {
        Problem: {
          description: 'Why the request was refused or failed',
          content: { 'application/problem+json': { schema: refTo('Problem') } },
        },
      },
    },
  }
}

/** Routes of the document, in the order of the table. */
export function documentedRoutes(): AnyRoute[] {
  return table.filter(({ rules }: AnyRoute) => rules.summary !== undefined)
}

function paths(): Json {
  const byPath: Record<string, Json> = {}
  for (const route of documentedRoutes()) {
    const { method, path } = partsOf(route.name)
    byPath[path] = { ...byPath[path], [method]: operationOf(route) }
  }
  return byPath
}

function partsOf(name: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method: method.toLowerCase(), path }
}

/** The first part of its address that says what it is about. */
function tagOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'api' ? second : first
}

function tagNames(): string[] {
  const names = documentedRoutes().map(({ name }) => tagOf(partsOf(name).path))
  return [...new Set(names)]
}

function operationOf({ name, rules }: AnyRoute): Json {
  const { method, path } = partsOf(name)
  const parameters = [...pathParameters(path), ...queryParameters(rules.parameters ?? {})]
  const operation: Json = {
    operationId: operationId(method, path),
    summary: rules.summary,
    description: rules.role === null ? 'Needs no token.' : `For role ${rules.role} and above.`,
    'x-role': rules.role,
    tags: [tagOf(path)],
    responses: responsesOf(name, rules.isProbe === true),
  }
  if (rules.role === null) operation.security = []
  if (parameters.length > 0) operation.parameters = parameters
  if (rules.body) operation.requestBody = bodyOf(rules.body)
  return operation
}

/** `get_vehicles_by_our_ref`: a name in every language. */
function operationId(method: string, path: string): string {
  const words = path.replace('/api/', '').replaceAll(/\W+/g, '_')
  return `${method}_${words}`.replace(/_$/, '').replace('__', '_')
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(parameters: ParameterTable): Json[] {
  return Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: isRequired(parameter),
    description: parameter.allowed,
    schema: parameter.schema ?? { type: 'string' },
  }))
}

function bodyOf(schema: z.ZodType): Json {
  const { $schema: _draft, ...bodySchema } = z.toJSONSchema(schema, BODY_OPTIONS)
  return { required: true, content: { 'application/json': { schema: bodySchema } } }
}

function responsesOf(name: string, isProbe: boolean): Json {
  const problem = { $ref: '#/components/responses/Problem' }
  const answered = { description: 'The answer', content: contentOf(name, isProbe) }
  const status = name === 'POST /api/webhooks' ? '201' : '200'
  if (isProbe) return { [status]: answered, '503': answered }
  return { [status]: answered, default: problem }
}

function contentOf(name: string, isProbe: boolean): Json {
  const mediaType = mediaTypes[name]
  if (mediaType !== undefined) return { [mediaType]: { schema: { type: 'string' } } }
  if (isProbe) return { 'application/json': { schema: { type: 'object' } } }
  const data = answers[name] ?? {
    description: 'Of Kerbside’s own pages: may change with a release',
  }
  return { 'application/json': { schema: envelopeOf(data) } }
}

function envelopeOf(data: Json): Json {
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data, meta: refTo('Meta') },
  }
}

function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}
