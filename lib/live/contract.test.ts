import { expect, test } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { gapChoices, gapNames } from '@/lib/reference/gaps'
import { createReferenceService } from '@/lib/reference/service'
import { createTestClock } from '@/lib/testing/clock'
import { liveOver, streamRequest } from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { clientOf } from '@/lib/testing/servers'
import { fixedKey } from '@/lib/upstream/http/key-source'

const fleet = createDemoFleet({ centre: { lat: 51.509865, lng: -0.118092 }, vehicles: 90 })
const area = { position: fleet.centre, radius: 40_000, type: null }

/** Choices with which every vehicle has a number or position in another form. */
const OTHER_FORMS = [
  'numbers texts',
  'positions whole-names',
  'positions geojson',
  'positions text',
]

// Areas over the reference service, with every answer it can give where the interface is silent.
test.each(gapNames.flatMap((name) => gapChoices[name].map((choice) => [name, choice] as const)))(
  'where the service settles %s as %s, the list is complete and stays in step',
  async (name, choice) => {
    const clock = createTestClock()
    const send = createReferenceService({
      fleet,
      keys: [{ key: 'k' }],
      now: clock.now,
      gaps: { [name]: choice },
    })
    const client = clientOf('http://reference.localhost', {
      send,
      key: fixedKey('k'),
      now: clock.now,
    })
    const settings = { pageSize: 30, vehiclesMaximum: 1000, intervalSeconds: 5 }
    const live = liveOver({ client }, clock, { settings })
    const browser = browse(live.subscribe(streamRequest({ area })))
    // The reference service takes no macrotasks that the test clock could wait for.
    while (!browser.names.includes('snapshot')) await clock.advance(0)
    const shown = Array.from({ length: fleet.size }, (_, index) => index).filter(
      (index) => choice !== 'left-out' || !fleet.isOffline(index),
    )
    // A first sweep of pages in random orders lacks vehicles, which come with the next ones.
    while (browser.list.size < shown.length) await clock.advance(1000)
    const ids = shown.map((index) => fleet.record(index, clock.now()).id)
    expect([...browser.list.keys()].sort()).toEqual(ids.sort())
    expect(browser.meta).toMatchObject({
      incomplete: null,
      failure: null,
      dropped: 0,
      unreadable: 0,
      inOtherForms: OTHER_FORMS.includes(`${name} ${choice}`) ? ids.length : 0,
    })
    await clock.advance(6000)
    while (browser.deltas.length === 0) await clock.advance(0)
    const late = browse(live.subscribe(streamRequest({ area })))
    while (!late.names.includes('snapshot')) await clock.advance(0)
    expect([...late.list].sort()).toEqual([...browser.list].sort())
  },
)
