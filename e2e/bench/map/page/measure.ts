import L from 'leaflet'
import { randomFrom } from '@/e2e/support/statistics'
import { type BenchFleet, WITNESS } from './fleet'
import { timeToFrame, wait, watchLongTasks } from './frames'
import { createPointer } from './pointer'
import type { Gestures, RoundTimes, StepTimes } from './steps'
import type { Subject } from './subject'

const ZOOMS = [1, -1]
const PAN_PIXELS = 120

/**
 * Times every step once.
 * @param fleets the first draw, two refreshes of 10 %, two of all
 */
export async function measureRound(
  subject: Subject,
  fleets: readonly BenchFleet[],
  { pans, mouseMoves }: Gestures,
): Promise<RoundTimes> {
  const longTasks = watchLongTasks()
  const { map } = subject
  const shown = () => subject.shows(WITNESS)
  const step = async (changes: readonly (() => void)[], isShown = shown): Promise<StepTimes> => {
    await longTasks.take()
    const times: number[] = []
    for (const change of changes) times.push(await timeToFrame(change, isShown))
    // Long tasks after the frame count as well.
    await wait(150)
    return { times, longTasks: await longTasks.take() }
  }
  const shows = (...given: (BenchFleet | undefined)[]) =>
    given.map((fleet) => () => subject.show(fleet as BenchFleet))
  const first = await step(shows(fleets[0]))
  const tenth = await step(shows(fleets[1], fleets[2]))
  const all = await step(shows(fleets[3], fleets[4]))
  const pan = await step(circleOf(pans).map((by) => () => void map.panBy(by, { animate: false })))
  const zoom = await step(
    ZOOMS.map((by) => () => void map.setZoom(map.getZoom() + by, { animate: false })),
  )
  await longTasks.take()
  const times = await moveMouse(map, mouseMoves)
  return {
    'first draw': first,
    'refresh 10 %': tenth,
    'refresh 100 %': all,
    pan,
    zoom,
    'mouse move': { times, longTasks: await longTasks.take() },
  }
}

/** Steps of a closed path. */
function circleOf(count: number): [number, number][] {
  return Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count
    return [Math.round(Math.cos(angle) * PAN_PIXELS), Math.round(Math.sin(angle) * PAN_PIXELS)]
  })
}

async function moveMouse(map: L.Map, count: number): Promise<number[]> {
  const pointer = createPointer(map)
  const random = randomFrom(9)
  const { x: width, y: height } = map.getSize()
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    times.push(await pointer.timeTo(L.point(random() * width, random() * height)))
  }
  return times
}
