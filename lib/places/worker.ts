import type { FoundPlace, NearPlace } from '@/lib/contract/places'
import type { Position } from '@/lib/interface/resources'
import { answerRequests, reportProgress, threadOptions } from '@/lib/worker-thread/answer-requests'
import { type IndexOptions, openIndex } from './open-index'
import { createFindPlaces, type FindPlaces } from './search/find-places'
import { createNearPlace } from './search/near-place'

// Entry of the worker thread: the index is opened or built once, then searched.
const options = threadOptions<IndexOptions>()

interface Opened {
  readonly names: number
  readonly houses: number
  readonly find: FindPlaces
  readonly near: (position: Position) => NearPlace | null
}

let opened: Promise<Opened> | undefined

async function open(): Promise<Opened> {
  const index = await openIndex(options, reportProgress)
  return {
    names: index.names.length,
    houses: index.houseNumbers.length,
    find: createFindPlaces(index, options.source.kind),
    near: createNearPlace(index),
  }
}

function once(): Promise<Opened> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

const handlers = {
  /** @returns how many names and house numbers there are */
  async open(): Promise<{ names: number; houses: number }> {
    const { names, houses } = await once()
    return { names, houses }
  },
  async find({ text, near }: { text: string; near: Position | null }): Promise<FoundPlace[]> {
    return (await once()).find(text, near)
  },
  async near(positions: readonly Position[]): Promise<(NearPlace | null)[]> {
    return positions.map((await once()).near)
  },
}

export type PlacesHandlers = typeof handlers

answerRequests(handlers)
