/** Meanings of a vehicle’s status for a dispatcher, whatever the words of the service. */
export const STATUS_CLASSES = ['free', 'busy', 'promised', 'off', 'out'] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]

/** An administrator's reading of a status; it holds for every spelling of it. */
export interface StatusReadingEntry {
  /** As the service spelt it. */
  readonly status: string
  readonly of: StatusClass
  /** The operator's name; null when the account is gone, or sign-in was disabled. */
  readonly readBy: string | null
}

export const STATUS_READINGS_MAXIMUM = 200
/** Longest status that can be read, in characters. */
export const LONGEST_STATUS = 128
