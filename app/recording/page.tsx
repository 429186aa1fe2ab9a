import type { Metadata } from 'next'
import { RecordingPage } from '@/components/past/recording/recording-page'

export const metadata: Metadata = { title: 'Recordings' }

export default function Recording() {
  return <RecordingPage />
}
