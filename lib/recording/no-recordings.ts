import type { Recordings } from '@/lib/recording/recordings'

const nothing = { gaps: [], untilMs: 0 }
const ended = 'event: end\ndata: {"next":null,"lastMs":null}\n\n'

/** Where nothing was recorded. */
export const noRecordings: Recordings = {
  isOff: true,
  areas: async () => ({ areas: [], keptHours: 0, failure: null, now: 0 }),
  timeline: async (search) => ({
    area: { search, isAlways: false, fromMs: null, toMs: null, bytes: 0, isRecording: false },
    ...{ stretches: [], gaps: [], counts: [], failure: null, keptHours: 0, now: 0 },
  }),
  timeAfter: async () => null,
  async *frames() {
    yield new TextEncoder().encode(ended)
  },
  trail: async (id) => ({ ...nothing, id, directory: null, parts: [] }),
  export: async () => new Uint8Array(),
}
