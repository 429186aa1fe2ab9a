import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { visibleCharacters } from '@/lib/format/characters'
import { isOurRef } from '@/lib/interface/identifiers'

/** The service has no such reference: what was asked, letter by letter, and the likeliest slip. */
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
      <p>Asked, letter by letter:</p>
      <p className="text-text my-1.5 text-base">
        <AskedReference ourRef={ourRef} />
      </p>
      {trimmed !== ourRef && isOurRef(trimmed) ? (
        <Button className="my-1" onClick={() => onAsk(trimmed)}>
          Look up without the spaces around it
        </Button>
      ) : (
        <p>Check capitals, look-alikes such as O and 0, and spaces.</p>
      )}
    </Notice>
  )
}

/** A text in which spaces and what cannot be seen have a sign of their own. */
function AskedReference({ ourRef }: { readonly ourRef: string }) {
  return (
    <bdi className="font-mono [overflow-wrap:anywhere]">
      {visibleCharacters(ourRef).map((stretch, place) =>
        stretch.kind === 'plain' ? (
          stretch.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch has no identity but its place in the text
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
