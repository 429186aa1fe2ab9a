import { createObservationRecorder, type ObservationRecorder } from '@/lib/observations/recorder'
import { processInstance } from './instance'

interface ProcessObservations {
  readonly recorder: ObservationRecorder
  /** @param current the API key, which is redacted from every answer */
  setKey(current: () => string): void
}

/** Observations of answers and deliveries of the service. */
export const processObservations = processInstance('observations', open).get

async function open(): Promise<ProcessObservations> {
  let key = () => ''
  return {
    recorder: createObservationRecorder(Date.now, () => key()),
    setKey(current) {
      key = current
    },
  }
}
