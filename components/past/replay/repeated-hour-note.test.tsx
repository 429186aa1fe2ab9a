import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RepeatedHourNote } from './repeated-hour-note'

test('of a time that came twice, says which is shown and offers the other', () => {
  const [first, second] = ['00:30', '01:30'].map((time) => Date.parse(`2026-10-25T${time}:00Z`)) as [
    number,
    number,
  ]
  const html = renderToStaticMarkup(
    <RepeatedHourNote
      time={{ atMs: second, otherMs: first }}
      zone="Europe/London"
      onOther={() => undefined}
    />,
  )
  expect(
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe('The clocks went back, so this time came twice. Shown is 01:30:00 GMT. Go to 01:30:00 BST')
})
