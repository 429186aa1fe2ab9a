import './global-leaflet'
import 'leaflet/dist/leaflet.css'
import 'leaflet.markercluster'
import 'leaflet.markercluster/dist/MarkerCluster.css'
import 'leaflet.markercluster/dist/MarkerCluster.Default.css'
import { checkSubject } from './check'
import { type BenchFleet, createFleet, type Distribution, moveFleet } from './fleet'
import { damageEveryFrame, wait } from './frames'
import { kerbsideMap, makeVehicles } from './kerbside-map'
import { circleMarkers, emptyMap, markerClusters } from './leaflet-maps'
import { measureRound } from './measure'
import type { Gestures, RoundTimes } from './steps'
import type { CreateSubject, Subject } from './subject'

const subjects = {
  'empty map': emptyMap,
  Kerbside: kerbsideMap,
  circleMarker: circleMarkers,
  markercluster: markerClusters,
} satisfies Record<string, CreateSubject>

export type SubjectName = keyof typeof subjects

const TILES_SETTLE_MS = 400

let fleets: readonly BenchFleet[] = []
let subject: Subject | null = null
let container: HTMLElement | null = null

const mapBench = {
  /** Creates the fleets: one, then two refreshes of 10 % and two of all. */
  prepare(size: number, distribution: Distribution): void {
    let fleet = createFleet(size, distribution)
    const made = [fleet]
    for (const [step, share] of [0.1, 0.1, 1, 1].entries()) {
      fleet = moveFleet(fleet, share, step + 2)
      made.push(fleet)
    }
    for (const [n, one] of made.entries()) makeVehicles(one, made[n - 1] ?? null)
    fleets = made
  },
  async open(name: SubjectName): Promise<void> {
    container = document.createElement('div')
    container.className = 'stage'
    document.body.append(container)
    subject = await subjects[name]({ container, tileUrl: '/tiles/{z}/{x}/{y}.png' })
    await wait(TILES_SETTLE_MS)
  },
  measure(gestures: Gestures): Promise<RoundTimes> {
    return measureRound(opened(), fleets, gestures)
  },
  /** @throws Error that names a difference from the plain data */
  check(name: SubjectName): Promise<void> {
    return name === 'empty map'
      ? Promise.resolve()
      : checkSubject(opened(), fleets.at(-1) as BenchFleet)
  },
  async close(): Promise<void> {
    opened().remove()
    container?.remove()
    subject = null
    await wait(50)
  },
}

export type MapBench = typeof mapBench

declare global {
  interface Window {
    mapBench: MapBench
  }
}

function opened(): Subject {
  if (!subject) throw new Error('open() comes first')
  return subject
}

damageEveryFrame()
window.mapBench = mapBench
