import { useEffect, useState } from 'react'

/** Distinguishes the answer to the newest request from late answers to earlier ones. */
export class Newest {
  #count = 0

  /** Makes work that began before out of date. @returns whether nothing has begun since */
  readonly begin = (): (() => boolean) => {
    this.#count += 1
    const mine = this.#count
    return () => mine === this.#count
  }
}

/** @param subject when it changes, and when the component goes, work that began before is out of date */
export function useNewest(subject: string): Newest['begin'] {
  const [{ begin }] = useState(() => new Newest())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject changed
  useEffect(() => () => void begin(), [begin, subject])
  return begin
}
