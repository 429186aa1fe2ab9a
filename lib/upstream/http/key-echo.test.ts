import { expect, it } from 'vitest'
import { clientOf, KEY, listen } from '@/lib/testing/servers'

const search = { position: { lat: 51.5, lng: -0.1 }, radius: 1000, limit: 10, type: null, cursor: null }

const forms = {
  raw: KEY,
  url: encodeURIComponent(KEY),
  base64: btoa(`Bearer ${KEY}`),
  hex: Buffer.from(KEY).toString('hex'),
}

it.each(Object.entries(forms))('a list that repeats the key (%s) is read without it', async (_, form) => {
  const row = { id: 'v-7', type: 'taxi', make: form, functions: [`with ${form}`], debug: { [form]: form } }
  await using server = await listen((_request, response) =>
    response.end(JSON.stringify({ query: `key=${form}&radius=1`, next_cursor: form, vehicles: [row] })),
  )
  const { data } = await clientOf(server.url).searchVehicles(search)
  expect(data.vehicles[0]).toMatchObject({ id: 'v-7', type: 'taxi' })
  expect(data.query).toMatch(/^key=\w*\[secret\]\w*=*&radius=1$/)
  expect(JSON.stringify(data)).not.toContain(form.slice(9, -5))
})

it.each(Object.entries(forms))('a record that repeats the key (%s) is read without it', async (_, form) => {
  await using server = await listen((_request, response) =>
    response.end(JSON.stringify({ id: 'v-7', driver_name: form, [form]: [form] })),
  )
  const { data } = await clientOf(server.url).getVehicle('v-7')
  expect(data.record.id).toBe('v-7')
  expect(JSON.stringify(data)).not.toContain(form.slice(9, -5))
})
