// biome-ignore lint/performance/noBarrelFile: until lib/recording imports lib/scheduling
export { type Clock, systemClock } from '@/lib/scheduling/clock'
