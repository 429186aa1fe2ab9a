import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PreferencesProvider } from '@/components/layout/preferences/preferences'
import { GapNotice } from './gap-notice'

function textOf(from: string, to: string): string {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const gap = { fromMs, toMs, reason: 'stopped', problem: null } as const
  return renderToStaticMarkup(
    <PreferencesProvider
      initial={{ theme: 'system', zone: 'UTC', clock: '24', name: 'our_ref', units: 'kilometres' }}
    >
      <GapNotice gap={gap} onGo={() => undefined} />
    </PreferencesProvider>,
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('a gap has its times, with their days where it is longer than one', () => {
  expect(textOf('2026-05-01T16:02:00Z', '2026-05-01T16:05:00Z')).toBe(
    '16:02:00 to 16:05:00: Kerbside was not running. Nothing was recorded. Back to 16:02:00 Go on at 16:05:00',
  )
  expect(textOf('2026-05-01T16:02:00Z', '2026-05-02T16:05:00Z')).toBe(
    '1 May, 16:02 to 2 May, 16:05: Kerbside was not running. Nothing was recorded. Back to 1 May, 16:02 Go on at 2 May, 16:05',
  )
  expect(textOf('2026-05-01T16:02:00.100Z', '2026-05-01T16:02:00.900Z')).toBe(
    '16:02:00: Kerbside was not running. Nothing was recorded. Back to 16:02:00 Go on at 16:02:00',
  )
})
