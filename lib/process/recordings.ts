import 'server-only'
import { noRecordings } from '@/lib/testing/recordings'

/** Stands in until recordings are read. */
export const processRecordings = async () => noRecordings
