import type { Suite } from '@/e2e/runner/suite'
import { bytesBench } from './bytes'
import { mapBench } from './map/map'
import { serverBench } from './server'

/** Speed and size of what is built, on the vehicles of the demo. */
export const bench: Suite = {
  parts: { map: mapBench, server: serverBench, bytes: bytesBench },
}
