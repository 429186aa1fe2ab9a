import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { visibleCharacters } from '@/lib/format/characters'
import { isOurRef } from '@/lib/interface/identifiers'

/** An unknown reference: the exact text, and a remedy for the likeliest mistake. */
export function NotFoundNotice({
  ourRef,
  onAsk,
  retry,
}: {
  readonly ourRef: string
  readonly onAsk: (ourRef: string) => void
  readonly retry: () => void
}) {
  const trimmed = ourRef.trim()
  return (
    <Notice
      tone="danger"
      title="The service has no vehicle with this reference"
      action={<Button onClick={retry}>Retry</Button>}
    >
      <p>We searched for exactly:</p>
      <p className="text-text my-1.5 text-base">
        <AskedReference ourRef={ourRef} />
      </p>
      {trimmed !== ourRef && isOurRef(trimmed) ? (
        <Button className="my-1" onClick={() => onAsk(trimmed)}>
          Look up without leading and trailing spaces
        </Button>
      ) : (
        <p>Check capitals, spaces, and look-alikes such as O and 0.</p>
      )}
    </Notice>
  )
}

/** A text with visible signs for spaces and invisible characters. */
function AskedReference({ ourRef }: { readonly ourRef: string }) {
  return (
    <bdi className="font-mono [overflow-wrap:anywhere]">
      {visibleCharacters(ourRef).map((stretch, place) =>
        stretch.kind === 'plain' ? (
          stretch.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
          <span key={place} title={stretch.name}>
            <span aria-hidden="true" className="bg-surface border-line-strong mx-px rounded-sm border px-0.5">
              {stretch.sign}
            </span>
            <span className="sr-only"> {stretch.name} </span>
          </span>
        ),
      )}
    </bdi>
  )
}
