import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Vehicle } from '@/lib/interface/resources'
import { keepVehicleName, shownName, vehicleNamesQuery } from './vehicle-names'

const record = (fields: Partial<Vehicle>) => ({ our_ref: null, licence_plate: null, ...fields }) as Vehicle

test('the names of records that were read are kept: our reference first, else the plate', () => {
  const client = new QueryClient()
  keepVehicleName(client, record({ id: 'a', our_ref: 'KB-17', licence_plate: 'KB23 XYZ' }))
  keepVehicleName(client, record({ id: 'b', licence_plate: 'KB24 ABC' }))
  keepVehicleName(client, record({ id: 'c' }))
  const names = client.getQueryData(vehicleNamesQuery().queryKey)
  expect(Object.keys(names ?? {})).toEqual(['a', 'b'])
  expect([names?.a, names?.b, names?.c].map(shownName)).toEqual(['KB-17', 'KB24 ABC', null])
})

test('they outlive the five minutes of other answers', () => {
  const client = new QueryClient()
  keepVehicleName(client, record({ id: 'a', our_ref: 'KB-17' }))
  const query = client.getQueryCache().find(vehicleNamesQuery())
  expect(query?.options.gcTime).toBe(Number.POSITIVE_INFINITY)
})
