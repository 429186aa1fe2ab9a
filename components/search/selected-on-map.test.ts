import { beforeEach, expect, test } from 'vitest'
import type { Revealed } from '@/components/map/types'
import { SelectedOnMap } from './selected-on-map'

const HERE = { lat: 51.5, lng: -0.1 }
const THERE = { lat: 51.6, lng: -0.2 }
const vehicleAt = (position: typeof HERE): Revealed[] => [{ position, kind: 'vehicle' }]

const card = {} as Element

let revealed: number[]
let isWanted: () => boolean
let followedId: string | null
let selected: SelectedOnMap

const map = {
  reveal(positions: readonly Revealed[], isStillWanted = () => true) {
    if (positions.length === 0) return
    revealed.push(...positions.map(({ position }) => position.lat))
    isWanted = isStillWanted
  },
}

function update(id: string | null, position: typeof HERE | null): void {
  selected.update(id, position ? vehicleAt(position) : [])
}

beforeEach(() => {
  revealed = []
  followedId = null
  selected = new SelectedOnMap(map, (id) => id === followedId)
})

test('a selected vehicle is revealed once, and no refresh moves the map again', () => {
  selected.select('v-1', vehicleAt(HERE))
  update('v-1', HERE)
  update('v-1', THERE)
  expect(revealed).toEqual([51.5])
})

test('a vehicle of a link is revealed as soon as its position is known', () => {
  update('v-1', null)
  update('v-1', HERE)
  update('v-1', THERE)
  expect(revealed).toEqual([51.5])
})

test('it is not revealed by a late list, where the dispatcher has moved the map since', () => {
  update('v-1', null)
  selected.mapMoved()
  update('v-1', HERE)
  expect(revealed).toEqual([])
})

test('a late card reveals it again, unless the dispatcher has moved the map since', () => {
  selected.select('v-1', vehicleAt(HERE))
  selected.cardRef(card)
  selected.mapMoved()
  selected.cardRef(card)
  expect(revealed).toEqual([51.5, 51.5])
})

test('a selection that the address has not reached yet is not undone by it', () => {
  update('v-1', HERE)
  selected.select('v-2', vehicleAt(THERE))
  update('v-1', HERE)
  update('v-2', THERE)
  expect(revealed).toEqual([51.5, 51.6])
})

test('each new position of a followed vehicle is revealed, until it is left', () => {
  update('v-1', HERE)
  followedId = 'v-1'
  update('v-1', THERE)
  update('v-1', THERE)
  expect(revealed).toEqual([51.5, 51.6])
  expect(isWanted()).toBe(true)
  followedId = null
  // One that still waits for the end of a movement.
  expect(isWanted()).toBe(false)
  update('v-1', HERE)
  expect(revealed).toEqual([51.5, 51.6])
})

test('what waits for a vehicle is dropped with its selection', () => {
  selected.select('v-1', vehicleAt(HERE))
  expect(isWanted()).toBe(true)
  selected.select(null, [])
  expect(isWanted()).toBe(false)
})
