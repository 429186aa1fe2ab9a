import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { AnyRoute } from '@/lib/api/http/route'
import { table } from '@/lib/api/table'
import { documentedRoutes, kerbsideApiDocument } from './document'

// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of the document
type Json = any

const document: Json = kerbsideApiDocument()
const isForScripts = ({ name, rules }: AnyRoute) =>
  !name.includes('/api/auth') && !rules.needsSession && (rules.role !== null || rules.isProbe)

test('the document is the file that is served: after a change of the routes run npm run generate', async () => {
  const file = new URL('../../../public/openapi.json', import.meta.url)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(document)
})

test('it is valid OpenAPI 3.1 to a public validator, with each operation under a name of its own', async () => {
  expect(await new Validator().validate(kerbsideApiDocument())).toEqual({ valid: true })
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path as Json))
  const ids = operations.map((operation: Json) => operation.operationId)
  expect(ids).toHaveLength(documentedRoutes().length)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z]+(_[A-Za-z]+)+$/.test(id))).toEqual([])
})

test('it has every route that a token is enough for, and none that needs a session', () => {
  const wanted = table.filter(isForScripts).map(({ name }) => name)
  expect(documentedRoutes().map(({ name }) => name)).toEqual(wanted)
})

test('it says which parameters are required, and the role', () => {
  const lookUp = document.paths['/api/vehicles/by-our-ref'].get
  expect(lookUp.parameters).toMatchObject([{ name: 'our_ref', in: 'query', required: true }])
  const search = document.paths['/api/vehicles'].get
  const required = search.parameters.filter((parameter: Json) => parameter.required)
  expect(required.map(({ name }: Json) => name)).toEqual(['position'])
  const typeOf = (name: string) => search.parameters.find((one: Json) => one.name === name).schema
  expect(typeOf('radius')).toMatchObject({ type: 'number', exclusiveMinimum: 0 })
  expect(typeOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 1000 })
  const arrived = document.paths['/api/bookings/arrived'].get
  expect(arrived.description).toBe('For role dispatcher and above.')
  expect(document.paths['/api/health'].get.security).toEqual([])
})

test('a body is described by the fields that its route accepts', () => {
  const { requestBody } = document.paths['/api/watch-list/{vehicleId}'].put
  expect(requestBody.content['application/json'].schema).toMatchObject({
    properties: { list: { enum: ['own', 'shared'] } },
    required: ['list'],
    additionalProperties: false,
  })
})
