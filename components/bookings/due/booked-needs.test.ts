import { expect, test } from 'vitest'
import { pickUpHref } from '@/lib/format/links'
import { bookedNeeds } from './booked-needs'

test('needs are read from fields named as those of vehicles, and stand in the link', () => {
  const needs = bookedNeeds({
    passengers_max: '6',
    functions: ['wheelchair', 'child'],
    type: 'asap',
  })
  expect(needs).toEqual({ seats: 6, load: null, function: 'wheelchair' })
  expect(pickUpHref({ lat: 51.5, lng: -0.1 }, needs)).toBe(
    '/?position=51.5,-0.1&panel=pickup&pickup=51.5,-0.1&pickup_seats=6&pickup_function=wheelchair',
  )
})

test('a booking as the interface has it needs nothing', () => {
  const nothing = { seats: null, load: null, function: null }
  expect(bookedNeeds({ id: 'b-1', passengers_max: 0, functions: '' })).toEqual(nothing)
  expect(pickUpHref({ lat: 51.5, lng: -0.1 }, nothing)).toBe(
    '/?position=51.5,-0.1&panel=pickup&pickup=51.5,-0.1',
  )
})
