import { Silhouette } from './silhouette'
import { Copyable, TextValue } from './text-value'

/** Instead of a picture, which is not loaded from an unknown host: a drawing of the type, and the URL as text. */
export function Picture({ url, vehicleType }: { readonly url: string; readonly vehicleType: string | null }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="bg-sunken border-line grid h-20 w-36 place-items-center rounded-md border">
        <Silhouette vehicleType={vehicleType} className="text-muted h-14" />
      </div>
      <Copyable text={url}>
        <span className="text-xs">
          <TextValue text={url} />
        </span>
      </Copyable>
      <p className="text-muted text-xs">A drawing of the type: the picture is not loaded.</p>
    </div>
  )
}
