import { expect, test } from 'vitest'
import { PacePanel } from '@/components/record/service/observations-page'
import type { PaceState } from '@/lib/api/contract/answers'
import { render } from '@/lib/testing/render'

function shown(more: Partial<PaceState>): string {
  const pace = { perSecond: 20, maximum: 60, averageMs: 120, lastReduction: null, ...more }
  return render(<PacePanel pace={pace} />)
}
const reduced = (cause: NonNullable<PaceState['lastReduction']>['cause']) =>
  shown({ lastReduction: { cause, from: 40, to: 20, at: '2026-05-01T12:00:00Z' } })

test('the allowed rate is shown with its reason', () => {
  expect(shown({})).toContain('It grows with each minute of quick answers, 1 s or less on average.')
  expect(shown({})).toContain('Answers take about 120 ms.')
  expect(shown({ averageMs: 1400 })).toContain(
    'It stays there while answers take more than 1 s on average.',
  )
  expect(shown({ perSecond: 60 })).toContain('That is all the settings allow.')
})

test('the last reduction is shown with its time, figures and cause', () => {
  expect(shown({})).toContain('Not reduced since the server started.')
  expect(reduced(429)).toMatch(/12:00.*from 40 to 20 a second: the service answered 429\./)
  expect(reduced('slow')).toContain('answers took more than 2 s on average.')
  expect(reduced('upstream-timeout')).toContain('a call got no answer in time.')
  expect(reduced('upstream-unreachable')).toContain('the service could not be reached.')
})
