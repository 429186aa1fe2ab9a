import 'server-only'
import { noRecordings } from '@/lib/recording/no-recordings'

/** Stands in until recordings are read. */
export const processRecordings = async () => noRecordings
