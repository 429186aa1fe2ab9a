import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { alwaysWords } from './area-words'
import { RecordedWhen } from './recorded-when'

const textOf = (area: Parameters<typeof RecordedWhen>[0]['area']) =>
  renderToStaticMarkup(<RecordedWhen area={area} />).replaceAll(/<[^>]+>/g, ' ')

test('an area that is left out says so, and what to do', () => {
  expect(textOf({ name: 'Depot', isRecording: true, isLeftOut: false })).toMatch(/^ *Always *Now *$/)
  expect(textOf({ name: null, isRecording: false, isLeftOut: false })).toMatch(/^ *While watched *$/)
  expect(textOf({ name: 'Depot', isRecording: false, isLeftOut: true })).toMatch(
    /^ *While watched *Left out: too many calls *Raise RECORDING_CALLS_PER_SECOND, or record a smaller area\. *$/,
  )
})

test('an area that was named is recorded from now on only where it is not left out', () => {
  const search = { position: { lat: 51.53, lng: -0.12 }, radius: 1500, type: null }
  const area = { ...search, name: 'Station' }
  const listed = { ...{ search, name: 'Station', fromMs: null, toMs: null, bytes: 0 }, isRecording: false }
  const format = distanceFormat('kilometres')
  expect(alwaysWords(area, [{ ...listed, isLeftOut: false }], format)).toBe(
    '“Station” is recorded from now on: 1.5 km around 51.53,-0.12.',
  )
  expect(alwaysWords(area, [{ ...listed, isLeftOut: true }], format)).toBe(
    '“Station” is recorded only while it is watched: too many calls. Raise RECORDING_CALLS_PER_SECOND, or record a smaller area.',
  )
})
