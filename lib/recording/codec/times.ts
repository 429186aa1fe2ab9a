/** A time as received: its wall clock in milliseconds as if in UTC, and all else of its spelling. */
export interface SpelledTime {
  readonly ms: number
  readonly spelling: string
}

const TIME = /^(\d{4}-\d{2}-\d{2})([T ])(\d{2}:\d{2}:\d{2})(?:\.(\d{3}))?(\D.*)?$/s

/** @returns null for a text that `spellTime` would not write exactly so */
export function readTime(text: string): SpelledTime | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, day, separator, time, fraction, rest = ''] = match
  const ms = Date.parse(`${day}T${time}.${fraction ?? '000'}Z`)
  const spelling = `${separator}${fraction === undefined ? '-' : '.'}${rest}`
  return Number.isFinite(ms) && spellTime({ ms, spelling }) === text ? { ms, spelling } : null
}

export function spellTime({ ms, spelling }: SpelledTime): string {
  const iso = new Date(ms).toISOString()
  const length = spelling[1] === '.' ? 23 : 19
  return `${iso.slice(0, 10)}${spelling[0]}${iso.slice(11, length)}${spelling.slice(2)}`
}
