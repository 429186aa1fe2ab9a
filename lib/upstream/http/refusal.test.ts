import { expect, it } from 'vitest'
import { clientOf, failureOf, KEY, listen } from '@/lib/testing/servers'
import { readRefusal } from './refusal'

const query = new URLSearchParams({ position: '1,2', radius: '90000', limit: '10', type: 'van' })
const same = (text: string) => text
const read = (body: unknown, status = 400) => {
  const beginning = typeof body === 'string' ? body : JSON.stringify(body)
  return readRefusal(status, beginning, query, same)
}

it.each([
  [{ message: 'radius must be at most 5000' }, 'radius must be at most 5000', 'radius'],
  [{ error: { code: 400, message: 'Unknown vehicle type' } }, 'Unknown vehicle type', 'type'],
  [
    { error: 'bad_request', error_description: 'lat is off the earth' },
    'lat is off the earth',
    'position',
  ],
  [{ type: 'about:blank', title: 'Bad Request', detail: 'Too far.' }, 'Too far.', null],
  [
    { detail: [{ loc: ['query', 'limit'], msg: 'too many', type: 'less_than' }] },
    'too many',
    'limit',
  ],
  [{ errors: { radius: ['is too large', 'is odd'] } }, 'radius: is too large; is odd', 'radius'],
  [{ errors: [{ source: { parameter: 'type' }, title: 'No such key' }] }, 'No such key', 'type'],
  [{ code: 'RADIUS_TOO_LARGE' }, 'code: RADIUS_TOO_LARGE', 'radius'],
  ['The search radius is too large', 'The search radius is too large', 'radius'],
  [{ message: 'radius and limit must be numbers' }, 'radius and limit must be numbers', null],
  [{ message: 'Unsupported media type' }, 'Unsupported media type', null],
  [{ message: 'Rate limit of type 3' }, 'Rate limit of type 3', 'type'],
  [{ message: 'cursor has expired' }, 'cursor has expired', null],
  [{ message: 'nearby\u0000 \u202egnp.exe\n\tend' }, 'nearby\ufffd \ufffdgnp.exe end', null],
])('%j says “%s”, of %s', (body, words, parameter) => {
  expect(read(body)).toEqual({ detail: `The service answered 400: “${words}”`, parameter })
})

it.each([
  ['<html><h1>Bad Request</h1>'],
  [''],
  ['{"message": "cut o'],
  [{ ok: false }],
  [[[[[[['deep']]]]]]],
])('of %j only the status is told', (body) => {
  expect(read(body, 422)).toEqual({ detail: 'The service answered 422.', parameter: null })
})

it('is short, and without our key however it is written', async () => {
  const forms = [KEY, encodeURIComponent(KEY), btoa(KEY)]
  await using server = await listen((_request, response) =>
    response
      .writeHead(400)
      .end(JSON.stringify({ message: `${forms.join(' ')} ${'x'.repeat(3000)}` })),
  )
  const { detail, message } = await failureOf(clientOf(server.url).getExampleVehicle())
  expect(detail).toMatch(/^The service answered 400: “\[secret\]/)
  for (const form of forms) expect(detail).not.toContain(form)
  expect(detail?.length).toBeLessThan(350)
  expect(message).toBe('GET /vehicles/example: answered 400')
})
