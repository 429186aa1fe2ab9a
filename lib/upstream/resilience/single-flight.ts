import { until } from '@/lib/upstream/http/time-limit'

interface Flight {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

/**
 * Who asks what is being asked already waits for the same answer. One who leaves costs the others nothing; when the
 * last one leaves, the work is ended too.
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
