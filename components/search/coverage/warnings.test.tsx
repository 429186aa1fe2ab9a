import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { RecordingFailure } from '@/lib/api/contract/recording'
import { query } from '@/lib/api/queries/query'
import { render, textIn } from '@/lib/testing/render'
import { differencesOf, RecordingStopped } from './warnings'

const asked = { position: { lat: 51.5, lng: -0.118092 }, radius: 5000, type: 'taxi' }

test.each([
  'position=51.5,-0.118092&limit=100&radius=5000&type=taxi',
  '?position=51.500000%2C-0.118092&radius=5000.0',
  '/api/beta/vehicles?position=51.5,-0.118092',
  '',
])('%j says nothing else than was asked', (echoed) => {
  expect(differencesOf(echoed, asked)).toEqual([])
})

test('a radius, type or position that the service changed is told, a smaller limit is not', () => {
  expect(differencesOf('position=0,0&radius=1000&limit=50&type=van', asked)).toEqual([
    { name: 'position', asked: '51.5,-0.118092', applied: '0,0' },
    { name: 'radius', asked: '5000', applied: '1000' },
    { name: 'type', asked: 'taxi', applied: 'van' },
  ])
})

function textWith(recordingFailure: RecordingFailure | null, now: number): string {
  const client = new QueryClient()
  const upstream = { lastSuccessAt: null }
  const answer = { data: { recordingFailure, upstream } } as never
  client.setQueryData(query('/api/service').queryKey, answer, { updatedAt: now })
  return textIn(render(<RecordingStopped />, { zone: 'Europe/London', client }))
}

test('a recording that stopped is named with its time and its reason, until it goes on', () => {
  const sinceMs = Date.parse('2026-05-01T15:02:30Z')
  const nothing = 'Nothing has been recorded since'
  const full = 'the disk is full.'
  const late = 'the database does not answer in time.'
  const tell = (failing: number, reason: RecordingFailure['reason'], afterMs = 0) =>
    textWith({ sinceMs, reason, failing, areas: 3 }, sinceMs + afterMs)
  expect(tell(3, 'disk-full')).toBe(`${nothing} 16:02:30: ${full} The live map is not affected.`)
  expect(tell(3, 'store', 86_400_000)).toBe(
    `${nothing} 1 May, 16:02: ${late} The live map is not affected.`,
  )
  const rest = `since 16:02:30: ${late} The live map is not affected.`
  expect(tell(1, 'store')).toBe(`1 of 3 areas has not been recorded ${rest}`)
  expect(tell(2, 'store')).toBe(`2 of 3 areas are not being recorded, the first ${rest}`)
  expect(textWith(null, sinceMs)).toBe('')
})
