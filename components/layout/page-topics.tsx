'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { TOPICS, type TopicName } from '@/lib/api/contract/live'
import { isPublicPage } from '@/lib/api/contract/pages'
import { createTopicQueries } from '@/lib/api/queries/page-topics'
import { query } from '@/lib/api/queries/query'
import { restHiddenStream } from '@/lib/live/client/hidden-pages'
import { pageStream } from '@/lib/live/client/page-stream'

const OF_VIEWERS: readonly TopicName[] = ['service', 'alerts']

/** Follows the topics that the operator's role may see, from page to page. */
export function PageTopics() {
  // There the stream would be refused.
  const path = usePathname()
  return isPublicPage(path) ? null : <FollowedTopics hasMap={path === '/'} />
}

function FollowedTopics({ hasMap }: { readonly hasMap: boolean }) {
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
    return pageStream.follow({ topics, hasMap: mapFirst.current, ...queries })
  }, [client, isFetched, seesBookings])
  useEffect(() => restHiddenStream(pageStream), [])
  // After a refusal, an answer says that the session goes on.
  useEffect(() => {
    if (dataUpdatedAt > 0) pageStream.retry()
  }, [dataUpdatedAt])
  return null
}
