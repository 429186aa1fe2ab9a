import { expect, test } from 'vitest'
import { landmarksOf } from './landmarks'
import { readEntities } from './street-index'

const landmarks = (pois: unknown[]) => landmarksOf(readEntities(null, { streets: [], pois }))

test('stations, hospitals and the like are landmarks, the most important first', () => {
  const found = landmarks([
    ['Stand 4', 'taxi', -3_490_000, -5_619_000],
    ['Bar', 'restaurant', -3_490_000, -5_619_000],
    ['Maciel', 'hospital', -3_490_000, -5_619_000],
    ['Carrasco', 'aerodrome', -3_483_000, -5_602_000],
  ])
  expect(found.map(({ name }) => name)).toEqual(['Carrasco', 'Maciel', 'Stand 4'])
  expect(found[0]?.position).toEqual({ lat: -34.83, lng: -56.02 })
})

test('parts of one place are one landmark, and places of one name in two towns are two', () => {
  const found = landmarks([
    ['Hospital Británico', 'hospital', -3_489_448, -5_616_267],
    ['Hospital Britanico', 'hospital', -3_489_451, -5_616_200],
    ['Hospital Británico', 'hospital', -3_400_000, -5_600_000],
    ['Hospital Británico', 'taxi', -3_489_448, -5_616_267],
  ])
  expect(found.map(({ kind, position }) => [kind, position.lat])).toEqual([
    ['hospital', -34.89448],
    ['hospital', -34],
    ['taxi', -34.89448],
  ])
})
