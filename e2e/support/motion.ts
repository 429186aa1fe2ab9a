import type { TestInfo } from '@playwright/test'

/** Of a test with @motion in its title. The others ask for less motion: frames are drawn by the processor. */
export const hasMotion = ({ tags }: Pick<TestInfo, 'tags'>) => tags.includes('@motion')
