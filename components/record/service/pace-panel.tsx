import {
  type PaceState,
  QUICK_ANSWER_MS,
  SLOW_ANSWER_MS,
  type SlowdownCause,
} from '@/lib/api/contract/observations'
import { formatCount } from '@/lib/format/number'
import { formatTime } from '@/lib/format/time/time'

/** How many calls a second Kerbside makes at most now, why, and when that was last reduced. */
export function PacePanel({ pace, zone }: { readonly pace: PaceState; readonly zone: string | undefined }) {
  const { perSecond, maximum, averageMs, lastReduction } = pace
  return (
    <section aria-labelledby="pace" className="bg-surface border-line mb-4 rounded-lg border p-4">
      <h3 id="pace" className="text-base font-semibold">
        Calls to the service
      </h3>
      <p className="mt-1 text-sm">
        {`At most ${formatCount(perSecond)} a second now, half of them for live maps. ${reasonInWords(pace)}`}
        {averageMs > 0 ? ` Answers take about ${formatCount(averageMs)} ms.` : ''}
      </p>
      <p className="text-muted mt-1 text-sm">
        {lastReduction
          ? `Last reduced ${formatTime(lastReduction.at, zone)}, from ${formatCount(lastReduction.from)} to ${formatCount(lastReduction.to)} a second: ${causeInWords(lastReduction.cause)}.`
          : 'Not reduced since the server started.'}
        {` SERVICE_CALLS_PER_SECOND allows ${formatCount(maximum)}.`}
      </p>
    </section>
  )
}

const seconds = (ms: number) => `${ms / 1000} s`

function reasonInWords({ perSecond, maximum, averageMs }: PaceState): string {
  if (perSecond === maximum) return 'That is all the settings allow.'
  if (averageMs > QUICK_ANSWER_MS)
    return `It stays there while answers take more than ${seconds(QUICK_ANSWER_MS)} on average.`
  return `It grows with each minute of quick answers, ${seconds(QUICK_ANSWER_MS)} or less on average.`
}

function causeInWords(cause: SlowdownCause): string {
  if (cause === 'slow') return `answers took more than ${seconds(SLOW_ANSWER_MS)} on average`
  if (cause === 'upstream-timeout') return 'a call got no answer in time'
  if (cause === 'upstream-unreachable') return 'the service could not be reached'
  return `the service answered ${cause}`
}
