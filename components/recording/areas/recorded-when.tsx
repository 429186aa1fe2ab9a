import { Badge } from '@/components/ui/badge'
import type { RecordedArea } from '@/lib/contract/recording'
import { LEFT_OUT_ADVICE } from './area-words'

/** Recording of an area: always or while it is watched, and the reason where it is not as asked for. */
export function RecordedWhen({
  area: { name, isRecording, isLeftOut },
}: {
  readonly area: Pick<RecordedArea, 'name' | 'isRecording' | 'isLeftOut'>
}) {
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <span className="flex flex-wrap items-center gap-x-2">
        {name === null || isLeftOut ? 'While watched' : 'Always'}
        {isRecording ? <Badge tone="accent">Now</Badge> : null}
        {isLeftOut ? <Badge tone="warning">Left out: too many calls</Badge> : null}
      </span>
      {isLeftOut ? (
        <span className="text-muted text-xs md:max-w-60 xl:max-w-80">{LEFT_OUT_ADVICE}</span>
      ) : null}
    </span>
  )
}
