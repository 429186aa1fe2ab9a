'use client'

import { useQuery } from '@tanstack/react-query'

/** Light modules around the code that scanners need. Source: ISO/IEC 18004 §9.1 */
const QUIET = 4

/** A QR code, drawn in this browser; black on white in the dark theme too, or scanners do not read it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data: rows } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await import('qr')).encodeQR(text, 'raw', { border: QUIET }),
    // Do not keep the key in memory.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const side = rows?.length ?? 0
  const path = (rows ?? []).flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-md bg-white forced-color-adjust-none"
    >
      <path d={path.join('')} fill="black" />
    </svg>
  )
}
