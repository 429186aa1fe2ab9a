import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fadedColour, statusStyle } from '@/lib/format/status/status-style'
import { vehicle } from '@/lib/testing/vehicles'
import { showVehicle } from './shown-vehicles'
import { VehicleRow } from './vehicle-row'

const MINUTE_MS = 60_000

function htmlAt(ageMs: number, mtime: string | null) {
  const record = { ...vehicle('v-1'), status: 'available', mtime, position: { lat: 51.5, lng: -0.1 } }
  const shown = showVehicle(record, { lat: 51.5, lng: -0.1 }, 0, (metres) => `${metres} m`)
  return renderToStaticMarkup(<VehicleRow shown={shown} name="KB-17" ageMs={ageMs} summary="taxi" />)
}

function rowAt(ageMs: number, mtime: string | null = '2026-11-02T10:00:00Z') {
  const html = htmlAt(ageMs, mtime)
  return { fill: /fill="(rgb[^"]+)"/.exec(html)?.[1], isWarned: html.includes('text-warning') }
}

it('a row’s mark fades with the age of the report, as the map’s does, and an age that is stale stands out', () => {
  const { colour } = statusStyle('available')
  const rows = [0, 2, 6].map((minutes) => rowAt(minutes * MINUTE_MS))
  expect(rows).toEqual([
    { fill: fadedColour(colour, 'fresh'), isWarned: false },
    { fill: fadedColour(colour, 'ageing'), isWarned: false },
    { fill: fadedColour(colour, 'stale'), isWarned: true },
  ])
  expect(new Set(rows.map(({ fill }) => fill)).size).toBe(3)
  expect(rowAt(6 * MINUTE_MS, null)).toEqual({ fill: fadedColour(colour, 'fresh'), isWarned: false })
})

it('a time of 1970 is no age', () => {
  expect(htmlAt(2e12, '1970-01-01T00:00:00Z')).toContain('>never reported<')
})
