import { basemapBench } from '@/e2e/bench/basemap/basemap'
import { directoryBench } from '@/e2e/bench/directory/directory'
import { pageBench } from '@/e2e/bench/map/javascript-bytes'
import { mapBench } from '@/e2e/bench/map/map'
import { placesBench } from '@/e2e/bench/places/places'
import { pollingBench } from '@/e2e/bench/recording/polling'
import { recordingBench } from '@/e2e/bench/recording/recording'
import { replayBench } from '@/e2e/bench/recording/replay'
import { referenceBench } from '@/e2e/bench/reference/reference'
import { roadsBench } from '@/e2e/bench/roads/roads'
import { serverBench } from '@/e2e/bench/server/server'
import type { Suite } from '@/e2e/runner/suite'

/** Speed and size, side by side with others that do the same work; a missed target informs and fails nothing. */
export const bench: Suite = {
  parts: {
    map: mapBench,
    basemap: basemapBench,
    server: serverBench,
    page: pageBench,
    reference: referenceBench,
    directory: directoryBench,
    roads: roadsBench,
    places: placesBench,
    recording: recordingBench,
    'recording-polling': pollingBench,
    replay: replayBench,
  },
  concurrent: [],
  failsOnMiss: false,
}
