'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAllowedImage } from '@/lib/format/image'
import { serviceQuery } from '@/lib/queries/service'
import { Silhouette } from './silhouette'

/**
 * A picture of the vehicle, only from hosts that the administrator allows: others would learn which vehicles are
 * viewed. Otherwise a drawing of the type.
 */
export function Picture({ url, vehicleType }: { readonly url: string; readonly vehicleType: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const service = useQuery(serviceQuery())
  const isAllowed = isAllowedImage(url, service.data?.data.imageHosts ?? [])
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="bg-sunken border-line grid h-20 w-36 max-w-full place-items-center overflow-hidden rounded-md border">
        {isAllowed && failedUrl !== url ? (
          // biome-ignore lint/performance/noImgElement: next/image would fetch the picture through this server
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
          <Silhouette vehicleType={vehicleType} className="text-muted h-14" />
        )}
      </div>
      {isAllowed && failedUrl !== url ? null : (
        <p className="text-muted text-xs">
          Showing a drawing: the picture {isAllowed ? 'did not load' : 'is from a host that is not allowed'}.
        </p>
      )}
    </div>
  )
}
