import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { gaps } from '@/lib/interface/gaps'
import { readSearchPage, readVehicleSearchObject } from '@/lib/interface/readers'
import { readBooking, readVehicle } from '@/lib/testing/read-records'
import { fieldTables, openApiDocument } from './document'

// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of the document
type Json = any

const document: Json = openApiDocument()
const contentOf = (path: string) =>
  document.paths[`/api/beta${path}`].get.responses[200].content['application/json']
const example = (path: string) => contentOf(path).example

it('the OpenAPI document is the file that is served: after a change of the tables run npm run generate', async () => {
  const file = new URL('../../../public/service.openapi.json', import.meta.url)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(openApiDocument())
})

it('the OpenAPI document is valid OpenAPI 3.1 to a public validator, which rejects a broken one', async () => {
  const validator = new Validator()
  expect(await validator.validate(openApiDocument())).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const { info: _info, ...broken } = openApiDocument()
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

it.each(Object.entries(fieldTables))(
  'has every field of %s and requires none',
  (name, { table }) => {
    const schema = document.components.schemas[name]
    expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(table))
    expect(schema?.required).toBeUndefined()
  },
)

it('the OpenAPI document names every gap that concerns it', () => {
  const text = JSON.stringify(document)
  // The form of a currency is stated for one field of six.
  expect(text).not.toContain('"pattern"')
  const missing = Object.values(gaps).filter((gap) => !text.includes(gap.text))
  // No endpoint changes a status, so the document has no place for transitions.
  expect(missing).toEqual([gaps.transitions])
})

it.each([
  ['/vehicles/by-our-ref', readVehicle],
  ['/vehicles/{vehicle_id}/status', readVehicleSearchObject],
])('the OpenAPI document has each form of the answer of %s that is read', (path, read) => {
  const { schema } = contentOf(path)
  const filled = (part: Json): Json => {
    const [inner] = part.allOf ?? part.anyOf ?? []
    if (part.$ref ?? inner?.$ref) return { id: 'v-1' }
    if (part.items) return [filled(part.items)]
    return Object.fromEntries(
      Object.entries(part.properties ?? {}).map(([name, of]) => [name, filled(of)]),
    )
  }
  const forms: Json[] = schema.oneOf.map(filled)
  expect(forms.map((form) => Object.keys(form)[0])).toEqual([
    ...['id', 'vehicle', 'data', 'result', 'vehicles', '0'],
  ])
  for (const form of forms) expect(read(form)?.record.id).toBe('v-1')
})

it('the OpenAPI document has six endpoints with readable examples of one vehicle', () => {
  expect(Object.keys(document.paths)).toHaveLength(6)
  const vehicle = readVehicle(example('/vehicles/{vehicle_id}'))
  const byOurRef = readVehicle(example('/vehicles/by-our-ref'))
  const status = readVehicleSearchObject(example('/vehicles/{vehicle_id}/status'))
  const booking = readBooking(example('/bookings/example'))
  const search = readSearchPage(example('/vehicles'))
  for (const read of [vehicle, byOurRef, status, booking]) expect(read?.unreadable).toEqual([])
  expect(search?.data.unreadable).toEqual({})
  const ids = [
    byOurRef?.record.id,
    status?.record.id,
    booking?.record.vehicle_id,
    search?.data.vehicles[0]?.id,
  ]
  expect(ids).toEqual(Array(4).fill(vehicle?.record.id))
  expect(booking?.record.vehicle_our_ref).toBe(vehicle?.record.our_ref)
})
