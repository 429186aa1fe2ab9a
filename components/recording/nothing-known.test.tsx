import { withNuqsTestingAdapter } from 'nuqs/adapters/testing'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PreferencesProvider } from '@/components/layout/preferences/preferences'
import type { RecordingGap } from '@/lib/contract/recording'
import { CountsQuestion } from './counts-question'
import { CountsResult } from './counts-result'
import { NoTrail } from './no-trail'

const preferences = {
  theme: 'system',
  zone: 'UTC',
  clock: '24',
  name: 'our_ref',
  units: 'kilometres',
} as const
const search = { position: { lat: 51.5, lng: -0.1 }, radius: 500, type: null }
const gap: RecordingGap = {
  ...{ fromMs: Date.UTC(2026, 4, 1, 16, 2), toMs: Date.UTC(2026, 4, 1, 16, 5) },
  ...{ reason: 'stopped', problem: null },
}
const WHY = '1 time of which nothing is known 1 May, 16:02 to 1 May, 16:05: Kerbside was not running'

function textOf(element: ReactNode, searchParams = ''): string {
  const Adapter = withNuqsTestingAdapter({ searchParams })
  return renderToStaticMarkup(
    <Adapter>
      <PreferencesProvider initial={preferences}>{element}</PreferencesProvider>
    </Adapter>,
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('a time in a gap has the reason of the gap, instead of what may have been', () => {
  const counts = { counts: [], gaps: [gap], stepMs: 5_000, untilMs: gap.toMs }
  expect(textOf(<CountsResult answers={[counts]} search={search} span={gap} />)).toBe(
    `Nothing is recorded of this time ${WHY}`,
  )
  expect(textOf(<NoTrail legs={[{ kind: 'break', ...gap }]} called="KB-7" />)).toBe(`No trail of KB-7 ${WHY}`)
  expect(textOf(<NoTrail legs={[]} called="KB-7" />)).toContain('no area with this vehicle was watched')
})

test('counts of an area that is not recorded any more say so', () => {
  const recorded = { search, name: null, fromMs: 0, toMs: 1, bytes: 1, isRecording: true }
  const area = `area=${encodeURIComponent(JSON.stringify(['51.6,-0.1', 500, null]))}`
  const text = (address: string) => textOf(<CountsQuestion areas={[recorded]} />, address)
  expect(text(`?${area}`)).toContain('Nothing is recorded of this link’s area')
  expect(text('')).not.toContain('Nothing is recorded')
})
