import 'leaflet/dist/leaflet.css'
import 'leaflet.markercluster/dist/MarkerCluster.css'
import L from 'leaflet'
import { createFleets, type MapFleet } from './fleets'
import { isPainted, nextFrame, type Subject, type SubjectName, subjects } from './subjects'

const SETTLED_MS = 400
const DEADLINE_MS = 120_000
const PANS = 12
const PAN_PIXELS = 80
const GROUP_CELL_PIXELS = 64

/** Milliseconds from each change to the frame that shows it; of main-thread tasks, their length. */
export type RoundTimes = Readonly<Record<Step, readonly number[]>>
type Step = 'first draw' | 'refresh, 10 % moved' | 'refresh, all moved' | 'pan' | 'long tasks'

let fleets: readonly MapFleet[] = []
let container: HTMLElement
let subject: Subject

const mapBench = {
  prepare(size: number, zoom: number): void {
    fleets = createFleets(size, zoom)
  },

  async open(name: SubjectName, zoom: number): Promise<void> {
    container = document.createElement('div')
    container.style.cssText = 'width: 100vw; height: 100vh'
    document.body.append(container)
    subject = await subjects[name](container, zoom)
    await wait(SETTLED_MS)
  },

  /** Shows all fleets in turn, then pans along a circle. */
  async measure(): Promise<RoundTimes> {
    const longTasks: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const showMs: number[] = []
    for (const fleet of fleets) showMs.push(await timeToFrame(() => subject.show(fleet)))
    const panMs: number[] = []
    for (let step = 0; step < PANS; step++) {
      const angle = (2 * Math.PI * step) / PANS
      const by = L.point(Math.cos(angle), Math.sin(angle)).multiplyBy(PAN_PIXELS).round()
      panMs.push(await timeToFrame(() => subject.map.panBy(by, { animate: false })))
    }
    await wait(SETTLED_MS)
    observer.disconnect()
    return {
      'first draw': showMs.slice(0, 1),
      'refresh, 10 % moved': showMs.slice(1, 3),
      'refresh, all moved': showMs.slice(3),
      pan: panMs,
      'long tasks': longTasks,
    }
  },

  /** How many of each ninth vehicle in view are painted neither where they are nor as a group. */
  countLost(): number {
    const { map } = subject
    const inView = map.getBounds().pad(-0.1)
    return fleets.at(-1)!.positions.filter((position, index) => {
      const place = position as L.LatLngLiteral
      if (index % 9 !== 0 || !inView.contains(place)) return false
      const cell = map.project(place).divideBy(GROUP_CELL_PIXELS).floor()
      const middle = map.unproject(cell.add([0.5, 0.5]).multiplyBy(GROUP_CELL_PIXELS))
      return !isPainted(map, place) && !isPainted(map, middle)
    }).length
  },

  async close(): Promise<void> {
    subject.remove()
    container.remove()
    await wait(SETTLED_MS)
  },
}

/** @returns milliseconds until the frame after the one that shows the change */
async function timeToFrame(change: () => void): Promise<number> {
  await nextFrame()
  const startMs = performance.now()
  change()
  await nextFrame()
  for (;;) {
    await nextFrame()
    const ms = performance.now() - startMs
    // Not timed: it reads pixels.
    if (subject.isWitnessShown()) return ms
    if (ms > DEADLINE_MS) throw new Error(`Not shown after ${DEADLINE_MS} ms`)
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

declare global {
  interface Window {
    mapBench: typeof mapBench
  }
}

window.mapBench = mapBench
