/**
 * Shares look-ups of one key among calls that come together, at most one in work and one after it.
 * A call never gets an answer of a look-up that began before the call, only its failure: a session
 * that has ended meanwhile must not pass.
 */
export function createSharedLookups<T>() {
  const inWork = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()

  function begin(key: string, lookUp: () => Promise<T>): Promise<T> {
    const answer = lookUp()
    inWork.set(key, answer)
    const end = () => void inWork.delete(key)
    answer.then(end, end)
    return answer
  }

  return (key: string, lookUp: () => Promise<T>): Promise<T> => {
    const next = waiting.get(key)
    if (next) return next
    const before = inWork.get(key)
    if (!before) return begin(key, lookUp)
    const after = before.finally(() => waiting.delete(key)).then(() => begin(key, lookUp))
    waiting.set(key, after)
    return after
  }
}
