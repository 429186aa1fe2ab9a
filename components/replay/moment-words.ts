import { counted } from '@/lib/format/number'
import type { LiveArea } from '@/lib/live-client/live-area'

/** For screen readers: "Replay at 16:04:00, 80 vehicles"; where there is no list, no number of vehicles. */
export function momentInWords(time: string, area: Pick<LiveArea, 'slotById'> | null): string {
  return `Replay at ${time}, ${area ? counted(area.slotById.size, 'vehicle') : 'nothing recorded'}`
}
