'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { TOPICS, type TopicName } from '@/lib/api/contract/live'
import { isPublicPage } from '@/lib/api/contract/pages'
import { createTopicQueries } from '@/lib/api/queries/page-topics'
import { query } from '@/lib/api/queries/query'
import { restHiddenStream } from '@/lib/live/client/hidden-pages'
import type { PageStream } from '@/lib/live/client/page-stream'

const OF_VIEWERS: readonly TopicName[] = ['service', 'alerts']

/** Follows the topics that the operator's role may see, from page to page. */
export function PageTopics({ stream }: { readonly stream: PageStream }) {
  // There the stream would be refused.
  const path = usePathname()
  return isPublicPage(path) ? null : <FollowedTopics stream={stream} hasMap={path === '/'} />
}

interface Followed {
  readonly stream: PageStream
  readonly hasMap: boolean
}

function FollowedTopics({ stream, hasMap }: Followed) {
  const client = useQueryClient()
  // Of the document: it matters to the first stream alone.
  const mapFirst = useRef(hasMap)
  const { data, isFetched, dataUpdatedAt } = useQuery(query('/api/me'))
  const operator = data?.data.operator
  const seesBookings = operator !== undefined && operator?.role !== 'viewer'
  useEffect(() => {
    if (!isFetched) return
    const queries = createTopicQueries(client)
    const topics = seesBookings ? TOPICS : OF_VIEWERS
    return stream.follow({ topics, hasMap: mapFirst.current, ...queries })
  }, [client, stream, isFetched, seesBookings])
  useEffect(() => restHiddenStream(stream), [stream])
  // After a refusal, an answer says that the session goes on.
  useEffect(() => {
    if (dataUpdatedAt > 0) stream.retry()
  }, [stream, dataUpdatedAt])
  return null
}
