import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Silhouette } from '@/components/record/silhouette'
import { query } from '@/lib/api/queries/query'
import { isAllowedImage } from '@/lib/format/links'
import type { Vehicle } from '@/lib/interface/resources'

/**
 * A vehicle's picture, or a drawing of its type. Only from hosts that the administrator
 * allows: others would learn which vehicles are viewed.
 */
export function VehiclePicture({ vehicle: { type, image_url: url } }: { vehicle: Vehicle }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const service = useQuery(query('/api/service'))
  const isAllowed = url !== null && isAllowedImage(url, service.data?.data.imageHosts ?? [])
  return (
    <div className="bg-sunken border-line grid h-16 w-24 shrink-0 place-items-center overflow-hidden rounded-md border md:h-20 md:w-32">
      {isAllowed && failedUrl !== url ? (
        // biome-ignore lint/performance/noImgElement: next/image asks through this server
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          loading="lazy"
          decoding="async"
          onError={() => setFailedUrl(url)}
          className="size-full object-cover"
        />
      ) : (
        <Silhouette vehicleType={type} className="text-muted h-10 md:h-13" />
      )}
    </div>
  )
}
