import type { ExportFormat } from '@/lib/api/contract/recording'
import { answerRequests } from '@/lib/app/worker-thread/answer-requests'
import { formatTracks } from '@/lib/recording/trail/format-tracks'
import { readTrail } from '@/lib/recording/trail/legs'
import { DEFAULT_STOP_MINUTES, STOP_METRES } from '@/lib/recording/trail/stops'
import { type ChunkQuestion, type ChunkTrack, type ChunkTracks, chunkTracks } from './chunk-tracks'

// Entry of the worker thread that decodes recordings: hours of a large area take seconds.

const STOP_RULE = { metres: STOP_METRES, ms: DEFAULT_STOP_MINUTES * 60_000 }

const handlers = {
  tracks: (question: ChunkQuestion): ChunkTracks => chunkTracks(question),
  file({ vehicles, format }: { vehicles: readonly ChunkTrack[]; format: ExportFormat }) {
    const tracks = vehicles.map(({ id, directory, parts }) => ({
      id,
      ourRef: directory?.our_ref ?? null,
      licencePlate: directory?.licence_plate ?? null,
      trail: readTrail(parts, STOP_RULE),
    }))
    return new TextEncoder().encode(formatTracks(format, tracks))
  },
}

export type RecordingHandlers = typeof handlers

answerRequests(handlers)
