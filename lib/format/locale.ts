/** Clock of displayed times: as usual in the browser's region, or chosen. */
export type Clock = 'region' | '12' | '24'

const FALLBACK = 'en-GB'

/**
 * English with the conventions of a language's region: texts are English, dates and
 * numbers the operator's own.
 * @param language as in `navigator.language`
 */
export function localeOf(language: string): string {
  try {
    const requested = new Intl.Locale(language)
    // Loading the likely regions of all languages takes as long as making the first format.
    const region = requested.region ?? requested.maximize().region
    const { locale } = new Intl.DateTimeFormat(`en-${region}`).resolvedOptions()
    // Without conventions for the region it would be that of the United States.
    return locale === 'en' ? FALLBACK : locale
  } catch {
    return FALLBACK
  }
}

/**
 * Of this browser; the server shows no data, so that nothing differs when its page is taken over.
 */
export const locale = typeof window === 'undefined' ? FALLBACK : localeOf(window.navigator.language)

let hourCycle: 'h12' | 'h23' | undefined

/** Applies the operator's preference to all times of this page. */
export function setClock(clock: Clock): void {
  if (typeof window === 'undefined') return
  hourCycle = HOUR_CYCLES[clock]
}

const HOUR_CYCLES = {
  region: undefined,
  '12': 'h12',
  '24': 'h23',
} as const

/** By options: a list formats hundreds of times, and making a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

export function dateTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const withClock = { ...options, hourCycle }
  const key = JSON.stringify(withClock)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, withClock)
  formats.set(key, format)
  return format
}
