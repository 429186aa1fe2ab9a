import { MtimeEvidence } from '@/lib/fleet/report-times/mtime-evidence'
import { createObservationRecorder, type ObservationRecorder } from '@/lib/inspect/observations/recorder'
import { processInstance } from './instance'
import { processSettings } from './settings'

interface ProcessObservations {
  readonly recorder: ObservationRecorder
  readonly mtime: MtimeEvidence
  /** @param current the API key, which is redacted from every answer */
  setKey(current: () => string): void
}

/** Observations of answers and deliveries of the service. */
export const processObservations = processInstance('observations', open).get

async function open(): Promise<ProcessObservations> {
  let key = () => ''
  const mtime = new MtimeEvidence(processSettings().vehicleMtime)
  return {
    recorder: createObservationRecorder(Date.now, () => key(), mtime),
    mtime,
    setKey(current) {
      key = current
    },
  }
}
