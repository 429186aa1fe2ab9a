import { useEffect, useState } from 'react'

/** Tells a slow answer that came too late from the one that is awaited. */
export class Newest {
  #count = 0

  /** Makes what began before out of date. @returns whether nothing has begun since */
  readonly begin = (): (() => boolean) => {
    this.#count += 1
    const mine = this.#count
    return () => mine === this.#count
  }
}

/** @param subject when it changes, and when the component goes, what began before is out of date */
export function useNewest(subject: string): Newest['begin'] {
  const [{ begin }] = useState(() => new Newest())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject changed
  useEffect(() => () => void begin(), [begin, subject])
  return begin
}
