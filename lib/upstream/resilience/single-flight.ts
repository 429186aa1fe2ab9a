import { until } from '@/lib/upstream/http/time-limit'

interface Flight {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

/**
 * Shares one execution among concurrent calls with equal keys. An abort ends only that caller's wait; the work is
 * aborted when its last caller leaves.
 */
export function createSingleFlight() {
  const flights = new Map<string, Flight>()

  return async <T>(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<T> => {
    signal.throwIfAborted()
    const flight = flights.get(key) ?? start(key, work)
    flight.waiting++
    try {
      return (await until(signal, flight.answer)) as T
    } finally {
      flight.waiting--
      if (flight.waiting === 0) {
        if (flights.get(key) === flight) flights.delete(key)
        flight.controller.abort(signal.reason)
      }
    }
  }

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController()
    const flight: Flight = { answer: work(controller.signal), controller, waiting: 0 }
    flights.set(key, flight)
    return flight
  }
}
