import type { TestInfo } from '@playwright/test'

export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

/** Of a test with @phone in its title. Not a project of Playwright's, which would start browsers and dashboards again. */
export const isOnPhone = ({ tags }: Pick<TestInfo, 'tags'>) => tags.includes('@phone')
