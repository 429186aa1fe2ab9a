import { beforeEach, expect, test, vi } from 'vitest'
import { MapHandle } from './map-handle'
import type { Revealed, View } from './types'

const HERE = { lat: 51.5, lng: -0.1 }
const THERE = { lat: 51.6, lng: -0.2 }
const VEHICLE: readonly Revealed[] = [{ position: HERE, kind: 'vehicle' }]
const OTHER: readonly Revealed[] = [{ position: THERE, kind: 'vehicle' }]
const START: View = { position: HERE, zoom: 14 }
const CIRCLE = { position: HERE, radius: 1000 }

let commands: string[]
let frames: Set<() => void>
let handle: MapHandle
let shown: View
const onMove = vi.fn()
const onDrag = vi.fn()

/** A map whose pans take until `endMove`, and whose other movements are at once. */
const mover = {
  view: () => shown,
  size: () => ({ width: 800, height: 600 }),
  reveal(revealed: readonly Revealed[]) {
    commands.push(`reveal ${revealed.map(({ position }) => position.lat).join()}`)
    handle.moveStarted()
  },
  goTo(view: View) {
    commands.push(`go to ${view.position.lat}`)
    handle.moveStarted()
    endMove(view)
  },
  fit() {
    commands.push('fit')
    return true
  },
  focus: () => {},
  afterRender(run: () => void) {
    frames.add(run)
    return () => frames.delete(run)
  },
}

function nextFrame(): void {
  const due = [...frames]
  frames.clear()
  for (const run of due) run()
}

function endMove(view: View = shown): void {
  shown = view
  handle.moveEnded(view)
}

function drag(): void {
  handle.moveStarted()
  handle.dragStarted()
}

beforeEach(() => {
  commands = []
  frames = new Set()
  shown = START
  vi.clearAllMocks()
  handle = new MapHandle({ onMove, onDrag })
  handle.attach(mover)
  handle.showAddress(START, CIRCLE)
})

test('positions are revealed once, with the next frame, which is no movement of the dispatcher', () => {
  handle.reveal(VEHICLE)
  expect(commands).toEqual([])
  nextFrame()
  endMove()
  nextFrame()
  expect(commands).toEqual(['reveal 51.5'])
  expect(onMove).not.toHaveBeenCalled()
})

test('a command given before the map is there runs with it', () => {
  const early = new MapHandle({ onMove, onDrag })
  handle = early
  early.reveal(VEHICLE)
  nextFrame()
  expect(commands).toEqual([])
  early.attach(mover)
  nextFrame()
  expect(commands).toEqual(['reveal 51.5'])
})

test('a command that waits is dropped where the dispatcher moves the map', () => {
  handle.reveal(VEHICLE)
  drag()
  nextFrame()
  endMove()
  nextFrame()
  expect(commands).toEqual([])
  expect(onDrag).toHaveBeenCalledTimes(1)
})

test('a zoom by wheel or key drops it as well, and does not end following', () => {
  handle.reveal(VEHICLE)
  handle.moveStarted()
  endMove()
  nextFrame()
  expect(commands).toEqual([])
  expect(onMove).toHaveBeenCalledTimes(1)
  expect(onDrag).not.toHaveBeenCalled()
})

test('a command that waits for a movement is dropped by a drag that takes the movement over', () => {
  handle.reveal(VEHICLE)
  nextFrame()
  handle.reveal(OTHER)
  handle.dragStarted()
  endMove()
  nextFrame()
  expect(commands).toEqual(['reveal 51.5'])
})

test('a command waits for the end of a movement; the latest one runs', () => {
  handle.reveal(VEHICLE)
  nextFrame()
  handle.reveal(OTHER)
  handle.reveal([...OTHER, ...VEHICLE])
  nextFrame()
  expect(commands).toEqual(['reveal 51.5'])
  endMove()
  nextFrame()
  expect(commands).toEqual(['reveal 51.5', 'reveal 51.6,51.5'])
})

test('a command whose reason is gone is dropped, also after a movement', () => {
  let isFollowing = true
  handle.reveal(VEHICLE)
  nextFrame()
  handle.reveal(OTHER, () => isFollowing)
  isFollowing = false
  endMove()
  nextFrame()
  expect(commands).toEqual(['reveal 51.5'])
})

test('another view takes the place of what waits', () => {
  handle.reveal(VEHICLE)
  handle.goTo({ position: THERE, zoom: 12 })
  nextFrame()
  expect(commands).toEqual(['go to 51.6'])
  expect(onMove).not.toHaveBeenCalled()
})

test('a command stops a movement of the dispatcher, and its own is none', () => {
  function goTo(view: View): void {
    // Leaflet ends the movement before.
    handle.moveEnded(shown)
    handle.moveStarted()
    endMove(view)
  }
  handle.attach({ ...mover, goTo })
  handle.moveStarted()
  onMove.mockClear()
  handle.goTo({ position: THERE, zoom: 12 })
  expect(onMove).not.toHaveBeenCalled()
  handle.moveStarted()
  expect(onMove).toHaveBeenCalledTimes(1)
})

test('only another view of the address moves the map: not the one that the map reported', () => {
  const dragged = { position: THERE, zoom: 14 }
  handle.showAddress(START, { ...CIRCLE })
  drag()
  endMove(dragged)
  // On its way to the next view, while the address arrives.
  shown = { position: HERE, zoom: 15 }
  handle.showAddress(dragged, CIRCLE)
  expect(commands).toEqual([])
  handle.showAddress({ position: HERE, zoom: 11 }, CIRCLE)
  expect(commands).toEqual(['go to 51.5'])
})

test('the circle is fitted where the view is removed, or the circle changes without a view', () => {
  handle.showAddress(null, CIRCLE)
  expect(commands).toEqual(['fit'])
  handle.showAddress(null, CIRCLE)
  expect(commands).toEqual(['fit'])
  handle.showAddress(null, { ...CIRCLE, radius: 2000 })
  // Leaflet animates it later: still no movement of the dispatcher.
  handle.moveStarted()
  expect(commands).toEqual(['fit', 'fit'])
  expect(onMove).not.toHaveBeenCalled()
})
