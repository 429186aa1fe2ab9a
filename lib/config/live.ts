import { ConfigError } from './config-error'

/** How the service is asked for an area that somebody watches. */
export interface LiveSettings {
  /** Vehicles a page. */
  readonly pageSize: number
  /** The most vehicles of one area. */
  readonly vehiclesMaximum: number
  /** From the start of one reading of an area to the next, at least. */
  readonly intervalSeconds: number
}

/** @param get the value of a variable, null when it is not set. @throws ConfigError */
export function readLive(get: (name: string) => string | null): LiveSettings {
  const count = (name: string, largest: number, byDefault: number) => {
    const text = get(name)
    if (text === null) return byDefault
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < 1 || value > largest) {
      throw new ConfigError(
        `${name} must be a whole number from 1 to ${largest}; it is ${JSON.stringify(text)}`,
      )
    }
    return value
  }
  return {
    pageSize: count('LIVE_PAGE_SIZE', 1000, 100),
    vehiclesMaximum: count('LIVE_VEHICLES_MAXIMUM', 200_000, 20_000),
    intervalSeconds: count('LIVE_INTERVAL_SECONDS', 300, 5),
  }
}
