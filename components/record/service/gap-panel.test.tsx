import { expect, test } from 'vitest'
import { GapPanel } from '@/components/record/service/observations-page'
import type { ObservedAnswer } from '@/lib/api/contract/answers'
import { render } from '@/lib/testing/render'

function answerShown(value: string, kind: ObservedAnswer['kind']): string {
  const at = '2026-05-01T12:00:00Z'
  const gap = { answers: [{ value, kind, count: 1, firstSeenAt: at, lastSeenAt: at }], more: 0 }
  const html = render(<GapPanel name="empty_field" gap={gap} nowMs={Date.parse(at)} />)
  return (
    /<th scope="row"[^>]*>(.*?)<\/th>/
      .exec(html)?.[1]
      ?.replaceAll(/ class="[^"]*"|<\/?span>/g, '') ?? ''
  )
}

test('a section in an answer is a link to its text; a word of the service stays as received', () => {
  expect(answerShown('year (§2.2): absent', 'form')).toBe(
    'year (<a href="/integration#2-2">§2.2</a>): absent',
  )
  expect(answerShown('taxi §2.2', 'word')).toBe('<bdi>taxi §2.2</bdi>')
})
