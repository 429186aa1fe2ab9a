import { ReportTimes } from '@/lib/fleet/report-times/report-times'
import { processInstance } from './instance'
import { processObservations } from './observations'

/** When vehicles changed, and whether their `mtime` is the time of their last report. */
export const processReportTimes = processInstance('report-times', open).get

async function open(): Promise<ReportTimes> {
  return new ReportTimes((await processObservations()).mtime)
}
