import { expect, it } from 'vitest'
import { clientOf, KEY, listen } from '@/lib/testing/servers'
import { fixedKey } from './key-source'

const search = {
  position: { lat: 51.5, lng: -0.1 },
  radius: 1000,
  limit: 10,
  type: null,
  cursor: null,
}

const forms = {
  raw: KEY,
  'in capitals': KEY.toUpperCase(),
  'in small letters': KEY.toLowerCase(),
  url: encodeURIComponent(KEY),
  base64: btoa(`Bearer ${KEY}`),
  hex: Buffer.from(KEY).toString('hex'),
}

it.each(Object.entries(forms))(
  'answers that repeat the key (%s) are read without it',
  async (_, form) => {
    const row = {
      id: 'v-7',
      type: 'taxi',
      make: form,
      functions: [`with ${form}`],
      debug: { [form]: form },
    }
    await using server = await listen(({ url }, response) => {
      const list = { query: `key=${form}&radius=1`, next_cursor: form, vehicles: [row] }
      response.end(
        JSON.stringify(url?.includes('?') ? list : { ...row, driver_name: form, [form]: [form] }),
      )
    })
    const client = clientOf(server.url)
    const { data: page } = await client.searchVehicles(search)
    const { data: vehicle } = await client.getVehicle('v-7')
    expect(page.vehicles[0]).toMatchObject({ id: 'v-7', type: 'taxi' })
    expect(page.query).toMatch(/^key=\w*\[secret\]\w*=*&radius=1$/)
    expect(vehicle.record.id).toBe('v-7')
    expect(JSON.stringify([page, vehicle])).not.toContain(form.slice(9, -5))
  },
)

it('an answer keeps the words that a short key is a part of', async () => {
  const row = { id: 'v-7', status: 'On break', make: 'k', 'key k': 1 }
  await using server = await listen((_request, response) => response.end(JSON.stringify(row)))
  const client = clientOf(server.url, { key: fixedKey('k') })
  const { record } = (await client.getVehicleStatus('v-7')).data
  expect(record).toMatchObject({ status: 'On break', make: '[secret]' })
})
