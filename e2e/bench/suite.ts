import { pageBench } from '@/e2e/bench/map/javascript-bytes'
import { mapBench } from '@/e2e/bench/map/map'
import { recordingBench } from '@/e2e/bench/recording/recording'
import { serverBench } from '@/e2e/bench/server/server'
import type { Suite } from '@/e2e/runner/suite'

/** Speed and size, side by side with others that do the same work; a missed target informs and fails nothing. */
export const bench: Suite = {
  parts: {
    map: mapBench,
    server: serverBench,
    page: pageBench,
    recording: recordingBench,
  },
  concurrent: [],
  failsOnMiss: false,
}
