import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { safeText } from '@/lib/format/text'
import { nearMissesQuery } from '@/lib/queries/near-misses'
import { ExactText } from './exact-text'
import { nearMisses } from './near-misses'

/** An unknown reference: the exact text, and other spellings that the service knows. */
export function NotFoundNotice({
  ourRef,
  onAsk,
  retry,
}: {
  readonly ourRef: string
  readonly onAsk: (ourRef: string) => void
  readonly retry: () => void
}) {
  return (
    <Notice
      tone="danger"
      title="The service has no vehicle with this reference"
      action={<Button onClick={retry}>Retry</Button>}
    >
      <p>We searched for exactly:</p>
      <p className="text-text my-1.5 text-base">
        <ExactText text={ourRef} />
      </p>
      <Suggestions ourRef={ourRef} onAsk={onAsk} />
    </Notice>
  )
}

function Suggestions({
  ourRef,
  onAsk,
}: {
  readonly ourRef: string
  readonly onAsk: (ourRef: string) => void
}) {
  const { data, isFetching } = useQuery(nearMissesQuery(ourRef, nearMisses(ourRef)))
  if (isFetching) return <p>Trying similar references …</p>
  if (!data || data.found.length === 0) {
    return (
      <p>
        {data && !data.isCutShort ? 'No similar reference was found either. ' : null}
        Check capitals, spaces, and look-alikes such as O and 0.
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span>Did you mean</span>
      {data.found.map(({ ourRef: other, make }) => (
        <Button key={other} onClick={() => onAsk(other)}>
          <ExactText text={other} />
          {make ? <bdi className="font-normal">{safeText(make, 40)}</bdi> : null}
        </Button>
      ))}
    </div>
  )
}
